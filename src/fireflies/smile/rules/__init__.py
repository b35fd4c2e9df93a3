"""The rules of Smile: ``state`` has them in the order and the words of the sheet."""
