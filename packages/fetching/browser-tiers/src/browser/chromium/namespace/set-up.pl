# First program of a new network namespace, which has nothing but a loopback interface that is down. Switches that on,
# and adds a pair of interfaces that lead to each other and nowhere else: without one that is up and has an address,
# pages are told that there is no network (navigator.onLine). There is no route, so that nothing goes out by it.
# Then it holds the namespace until its standard input ends.
# In Perl, because perl-base is part of every Debian, unlike iproute2. The numbers are those of rtnetlink(7).
use strict;
use Socket;

my ($RTM_NEWLINK, $RTM_NEWADDR, $REQUEST, $ACK, $CREATE) = (16, 20, 1, 4, 0x400);
my ($IFLA_IFNAME, $IFLA_LINKINFO, $INFO_KIND, $INFO_DATA, $VETH_PEER) = (3, 18, 1, 2, 1);
my ($IFLA_AF_SPEC, $AF_INET6, $ADDR_GEN_MODE, $GENERATE_NONE) = (26, 10, 8, 1);
my ($IFA_ADDRESS, $IFA_LOCAL, $LINK_UP) = (1, 2, 1);
# Indexes of the interfaces: the first is always loopback.
my ($LO, $ONE, $OTHER) = (1, 8, 9);

socket(my $netlink, 16, SOCK_RAW, 0) or die "netlink: $!";

sub attribute {
  my ($type, $value) = @_;
  my $length = 4 + length $value;
  return pack('SS', $length, $type) . $value . "\0" x (-$length % 4);
}

sub interface {
  my ($index, $flags) = @_;
  return pack('CxSlLL', 0, 0, $index, $flags, $flags);
}

# Sends one message and gives the kernel's answer: 0, or a number of errno(3).
sub ask {
  my ($type, $flags, $body) = @_;
  my $head = pack('LSSLL', 16 + length $body, $type, $REQUEST | $ACK | $flags, 0, 0);
  send($netlink, $head . $body, 0) or die "send: $!";
  recv($netlink, my $answer, 4096, 0);
  return -unpack('x16 l', $answer);
}

sub must {
  my ($what, $error) = @_;
  $! = $error;
  die "$what: $!\n" if $error;
}

must('lo', ask($RTM_NEWLINK, 0, interface($LO, $LINK_UP)));
my $peer = attribute($VETH_PEER, interface($OTHER, 0) . attribute($IFLA_IFNAME, "up1\0"));
my $kind = attribute($INFO_KIND, 'veth') . attribute($INFO_DATA, $peer);
my $pair = interface($ONE, 0) . attribute($IFLA_IFNAME, "up0\0") . attribute($IFLA_LINKINFO, $kind);
must('veth', ask($RTM_NEWLINK, $CREATE, $pair));
for my $index ($ONE, $OTHER) {
  # No IPv6 address of its own making; a kernel without IPv6 refuses and makes none either.
  my $none = attribute($AF_INET6, attribute($ADDR_GEN_MODE, pack('C', $GENERATE_NONE)));
  ask($RTM_NEWLINK, 0, interface($index, 0) . attribute($IFLA_AF_SPEC, $none));
  must('up', ask($RTM_NEWLINK, 0, interface($index, $LINK_UP)));
}
# An address of documentation (RFC 5737) that has no neighbours.
my $address = inet_aton('192.0.2.1');
my $values = attribute($IFA_LOCAL, $address) . attribute($IFA_ADDRESS, $address);
must('address', ask($RTM_NEWADDR, $CREATE, pack('CCCCL', AF_INET, 32, 0, 0, $ONE) . $values));

$| = 1;
print "ready\n";
exec 'cat' or die "cat: $!";
