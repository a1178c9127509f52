using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class QuicChecksTests
{
    /// <summary>/proc/net/udp and udp6 of a host with Caddy 2.6.2 on Linux 6.18.</summary>
    private const string Captured = """
           sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
         9156: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 6312766 2 000000007bef492a 0
        """;

    [Fact]
    public void The_socket_of_a_listener_is_read_as_the_kernel_writes_it() =>
        Assert.Equal(["6312766"], QuicListeners.Sockets(Captured.Split('\n')));

    [Theory]
    [InlineData("nginx", "nginx waits for QUIC on UDP port 443 and starts with 12,000 bytes")]
    [InlineData("haproxy", "haproxy waits for QUIC on UDP port 443 and starts with 10 datagrams (12,520 bytes)")]
    [InlineData("caddy", "caddy waits for QUIC on UDP port 443 and starts with 32 datagrams (about 40 kB)")]
    [InlineData("h2o", "h2o waits for QUIC on UDP port 443 and starts with a window of its own")]
    [InlineData("", "a program of another user waits for QUIC on UDP port 443 (root sees which)")]
    public void The_window_of_a_known_program_is_named(string program, string said)
    {
        var found = (Host.Healthy with { QuicPrograms = [program] }).Check("quic");
        Assert.Equal((Health.Advice, said), (found.Health, found.Found));
    }

    [Fact]
    public void Without_quic_there_is_nothing_to_say() => Assert.Equal(Health.Ok, Host.Healthy.Check("quic").Health);
}
