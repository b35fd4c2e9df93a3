# smile.pl - a complete engine of the tabletop game Smile, speaking the line protocol of the
# wire document (one JSON value a line, on standard input and output).
#
# Written from the printed rules sheets and the wire document alone, by someone who has not
# read fireflies' source. Perl 5.20 or later, core modules only. To run it: perl smile.pl
#
# How it is organised: cards and JSON values; the setup; the rules (legal_actions lists the
# very texts that are allowed, so an action is refused exactly when it is not in that list;
# play carries one out, with all that happens by itself); counting; the wire.
#
# A game is a hash: players, auctions, phase, actor (a seat; undef unless bidding), auction,
# start, row (the cards on offer, lowest first: [{slot, card, beads}]); in (is that seat still
# in this auction?), clear, blue and cards, each with one element a seat; supply_clear,
# supply_blue, discarded, and undealt (card => how many).
use strict;
use warnings;
use B ();
use JSON::PP ();
use List::Util qw(any max sum0);
use Storable qw(dclone);

# ---- Cards and JSON values --------------------------------------------------------------

my %players_needed = ('' => 3, IV => 4, V => 5);    # by marker
my (%value, %color, %marker);                       # of each card met, by its text

# Whether $card is a well-formed card; if so, it is taken apart into those hashes.
sub is_card {
    my ($card) = @_;
    return 0 if !is_string($card)
        || $card !~ /\A(0|-?[1-9][0-9]*)(?: (yellow|white|red|blue))?(?: (IV|V))?\z/;
    ($value{$card}, $color{$card}, $marker{$card}) = ($1, $2 // '', $3 // '');
    return 1;
}

# JSON::PP makes of a JSON string a scalar with the POK flag, of a number one without it, of
# true and false an object, of null undef.
sub is_string {
    my ($x) = @_;
    return defined $x && !ref $x && (B::svref_2object(\$x)->FLAGS & B::SVf_POK) != 0;
}

# Whether $x is a whole JSON number from $least to $most (3.0 is the same number as 3).
sub is_integer {
    my ($x, $least, $most) = @_;
    return 0 if !defined $x || ref $x || is_string($x);
    return $x >= $least && $x <= $most && $x == int $x;
}

# JSON arrays, by hand because JSON::PP is slow; cards and actions need no escapes.
sub json_array   { return '[' . join(',', @_) . ']' }
sub json_strings { return json_array(map { qq("$_") } @_) }

# ---- The setup --------------------------------------------------------------------------

# Why the options are refused, or undef when they are allowed.
sub check_options {
    my ($options) = @_;
    return 'options: an object' if ref $options ne 'HASH';
    my ($players, $start, $box, $auctions, $beads)
        = @$options{qw(players starting_player box auctions beads)};
    return 'five options; players: 3 to 5' if keys %$options != 5 || !is_integer($players, 3, 5);
    return 'starting_player: a seat' if !is_integer($start, 0, $players - 1);
    return 'auctions: 1 to 20' if !is_integer($auctions, 1, 20);
    return 'beads: 0 to 35 / players' if !is_integer($beads, 0, int(35 / $players));
    return 'box: at most 60 cards' if ref $box ne 'ARRAY' || @$box > 60;
    return 'box: well-formed cards' if any { !is_card($_) } @$box;
    return 'box: values -5 to 6' if any { $value{$_} < -5 || $value{$_} > 6 } @$box;
    return 'box: players x auctions cards' if cards_in_play($options) != $players * $auctions;
    return undef;
}

sub cards_in_play {
    my ($options) = @_;
    return grep { $options->{players} >= $players_needed{ $marker{$_} } } @{ $options->{box} };
}

sub new_game {
    my ($options) = @_;
    my ($players, $start, $auctions, $beads)    # sprintf makes 3 of 3.0, and 0 of -0
        = map { sprintf '%d', $_ } @$options{qw(players starting_player auctions beads)};
    my %undealt;
    $undealt{$_}++ for cards_in_play($options);
    return {
        players => $players, auctions => $auctions, phase => 'reveal', actor => undef,
        auction => 1, start => $start, row => [], in => [(1) x $players],
        clear => [($beads) x $players], blue => [(0) x $players],
        cards => [map { [] } 1 .. $players], supply_clear => 35 - $beads * $players,
        supply_blue => 5, discarded => [], undealt => \%undealt,
    };
}

# ---- The rules --------------------------------------------------------------------------

# The text of every action that the actor may take, each once.
sub legal_actions {
    my ($game) = @_;
    return () if $game->{phase} eq 'over';
    return map { "reveal $_" } sort keys %{ $game->{undealt} } if $game->{phase} eq 'reveal';
    my @row = @{ $game->{row} };
    my @lowest = grep { $value{ $_->{card} } == $value{ $row[0]{card} } } @row;
    my @with_beads = grep { $_->{beads} > 0 } @row;
    # Without a clear bead, one may bid (a borrowed bead) only if one cannot back out.
    my $may_bid = $game->{clear}[ $game->{actor} ] > 0 || !@with_beads;
    return ($may_bid ? map { "bid $_->{slot}" } @lowest : ()),
        map { "back-out $_->{slot}" } @with_beads;
}

# Carries out a legal action.
sub play {
    my ($game, $action) = @_;
    my ($verb, $what) = split / /, $action, 2;
    return reveal($game, $what) if $verb eq 'reveal';
    my ($place) = grep { $_->{slot} eq $what } @{ $game->{row} };
    return $verb eq 'bid' ? bid($game, $place) : back_out($game, $place);
}

sub reveal {
    my ($game, $card) = @_;
    delete $game->{undealt}{$card} if --$game->{undealt}{$card} == 0;
    my @cards = sort { $value{$a} <=> $value{$b} || $a cmp $b }    # by value, then by text
        $card, map { $_->{card} } @{ $game->{row} };
    my $slot = 'a';
    $game->{row} = [map { { slot => $slot++, card => $_, beads => 0 } } @cards];
    return if @cards < $game->{players};
    @$game{qw(phase actor)} = ('bid', $game->{start});
}

sub bid {
    my ($game, $place) = @_;
    my $seat = $game->{actor};
    if ($game->{clear}[$seat] == 0) {    # borrow: always a clear and a blue bead
        $_-- for @$game{qw(supply_clear supply_blue)};
        $_++ for $game->{clear}[$seat], $game->{blue}[$seat];
    }
    $game->{clear}[$seat]--;
    $place->{beads}++;
    next_player($game);
}

sub back_out {
    my ($game, $place) = @_;
    receive($game, $game->{actor}, $place);
    my @left = grep { $game->{in}[$_] } 0 .. $game->{players} - 1;
    return next_player($game) if @left > 1;
    # The last player gets the last card and will start the next auction.
    receive($game, $left[0], $game->{row}[0]);
    @$game{qw(start actor)} = ($left[0], undef);
    $game->{phase} = $game->{auction} == $game->{auctions} ? 'over' : 'reveal';
    return if $game->{phase} eq 'over';
    $game->{auction}++;
    $game->{in} = [(1) x $game->{players}];
}

# A seat receives a card of the row with the beads on it, and is out of this auction; two
# cards that show the same color leave the game at once. A card without color never pairs.
sub receive {
    my ($game, $seat, $place) = @_;
    my ($card, $mine) = ($place->{card}, $game->{cards}[$seat]);
    $game->{in}[$seat] = 0;
    $game->{clear}[$seat] += $place->{beads};
    $game->{row} = [grep { $_ != $place } @{ $game->{row} }];
    push @$mine, $card;
    my @pair = grep { $color{$card} ne '' && $color{$_} eq $color{$card} } @$mine;
    return if @pair < 2;
    push @{ $game->{discarded} }, @pair;
    @$mine = grep { $color{$_} ne $color{$card} } @$mine;
}

# Clockwise, past those who have backed out.
sub next_player {
    my ($game) = @_;
    do { $game->{actor} = ($game->{actor} + 1) % $game->{players} }
        until $game->{in}[ $game->{actor} ];
}

# The scores, and the winners: most points, then most clear beads, then shared.
sub outcome_json {
    my ($game) = @_;
    my @clear = @{ $game->{clear} };
    my @scores = map {
        sum0(@value{ @{ $game->{cards}[$_] } }) + int($clear[$_] / 5) - $game->{blue}[$_]
    } 0 .. $#clear;
    my @winners = grep { $scores[$_] == max(@scores) } 0 .. $#clear;
    my $most_clear = max(@clear[@winners]);
    @winners = grep { $clear[$_] == $most_clear } @winners;
    return sprintf '{"scores":%s,"winners":%s}', json_array(@scores), json_array(@winners);
}

# ---- Counting ---------------------------------------------------------------------------

# How many different sequences of $length actions there are; one that ends the game counts.
# Colors never change what may be done, so undealt cards of one value of which there are
# equally many (one kind) are interchangeable: one of them is tried, for all of them.
sub count_sequences {
    my ($game, $length, $memo) = @_;
    return 1 if $length == 0 || $game->{phase} eq 'over';
    my @legal = legal_actions($game);
    return scalar @legal if $length == 1;
    my $undealt = $game->{undealt};
    my %kind = map { ("reveal $_" => "$value{$_}x$undealt->{$_}") } keys %$undealt;
    my $key = join ' ', $length, $game->{phase}, $game->{actor} // $game->{start},
        @{ $game->{in} }, @{ $game->{clear} }, (sort values %kind),
        sort map { "$value{$_->{card}}:$_->{beads}" } @{ $game->{row} };
    return $memo->{$key} if defined $memo->{$key};
    my ($total, %count) = (0);
    for my $action (@legal) {
        $total += $count{ $kind{$action} // $action } //= do {
            my $next = dclone($game);
            play($next, $action);
            count_sequences($next, $length - 1, $memo);
        };
    }
    die "the count is too great to be exact\n" if $total > 2**53;
    return $memo->{$key} = $total;
}

# ---- The wire ---------------------------------------------------------------------------

# The state as JSON text, as the observer (a seat, or undef) may see it.
sub state_json {
    my ($game, $observer) = @_;
    my ($phase, $actor, $undealt, $clear, $blue) = @$game{qw(phase actor undealt clear blue)};
    my @seats = 0 .. $game->{players} - 1;
    my %hidden = map { $_ => defined $observer && $phase ne 'over' && $_ != $observer } @seats;
    my @row = map { sprintf '{"slot":"%s","card":"%s","beads":%d}', @$_{qw(slot card beads)} }
        @{ $game->{row} };
    my @players = map {
        my $beads = $hidden{$_} ? '"clear":null,"blue":null'
            : qq("clear":$clear->[$_],"blue":$blue->[$_]);
        "{$beads," . '"cards":' . json_strings(@{ $game->{cards}[$_] }) . '}'
    } @seats;
    my $legal = defined $actor && $hidden{$actor} ? 'null' : json_strings(legal_actions($game));
    return '{' . join(',',
        qq("phase":"$phase"),
        '"actor":' . ($actor // ($phase eq 'over' ? 'null' : '"chance"')),
        qq("auction":$game->{auction},"starting_player":$game->{start}),
        '"in_auction":' . json_array(grep { $game->{in}[$_] } @seats),
        '"row":' . json_array(@row) . ',"players":' . json_array(@players),
        qq("supply":{"clear":$game->{supply_clear},"blue":$game->{supply_blue}}),
        '"discarded":' . json_strings(@{ $game->{discarded} }),
        '"undealt":' . json_strings(map { ($_) x $undealt->{$_} } keys %$undealt),
        qq("legal":$legal),
        '"outcome":' . ($phase eq 'over' ? outcome_json($game) : 'null'),
    ) . '}';
}

# What answers a case, as the text of JSON members; dies if the case makes no sense.
sub run {
    my ($case) = @_;
    die "case must be an object\n" if ref $case ne 'HASH';
    my ($game, $edition, $options, $actions, $observer, $ask)
        = @$case{qw(game edition options actions observer ask)};
    my ($length, $from) = ref $ask eq 'HASH' && keys %$ask == 1 ? @$ask{qw(count from)} : ();
    my $counting = is_integer($length, 0, 2**31);
    $from = { trace => 0, final => 2**53 }->{ $ask // '' } if !ref $ask;
    return '"skipped":true,"message":"unknown game, edition or ask"'
        if ($game // '') ne 'smile' || ($edition // '') ne '2017'
        || !$counting && !is_integer($from, 0, 2**53);
    die "actions must be an array\n" if ref $actions ne 'ARRAY';
    my $reason = check_options($options);
    return ($counting ? '"count":0' : '"states":[]')
        . qq(,"refused":{"index":-1,"reason":"$reason"}) if defined $reason;
    die "observer must be null or a seat\n"
        if defined $observer && !is_integer($observer, 0, $options->{players} - 1);

    $game = new_game($options);
    my ($refused, @states) = ('null');
    for my $index (0 .. $#$actions) {
        my $action = $actions->[$index] // '';
        if (!any { $_ eq $action } legal_actions($game)) {
            $refused = qq({"index":$index});
            last;
        }
        push @states, state_json($game, $observer) if !$counting && $index >= $from;
        play($game, $action);
    }
    my $result = $counting ? '"count":' . count_sequences($game, $length, {})
        : '"states":' . json_array(@states, state_json($game, $observer));
    return qq($result,"refused":$refused);
}

binmode $_ for *STDIN, *STDOUT;
$| = 1;
my $json = JSON::PP->new->utf8->allow_nonref;
my $start = '{"version":1,"implementation":{"name":"smile.pl","version":"1.0.0",'
    . '"language":"perl","games":{"smile":["2017"]}}}';
while (defined(my $line = <STDIN>)) {
    my $request = eval { $json->decode($line) };
    my $cmd = ref $request eq 'HASH' ? $request->{cmd} // '' : '';
    last if $cmd eq 'stop';
    my $seq = ref $request eq 'HASH' && is_integer($request->{seq}, 0, 2**53)
        ? sprintf '"seq":%d,', $request->{seq} : '';
    my $members = eval {
        die "not a request of the wire\n" if $cmd ne 'run' || $seq eq '';
        run($request->{case});
    } // '"errored":true,"message":' . $json->encode($@);
    print $cmd eq 'start' ? "$start\n" : "{$seq$members}\n";
}
