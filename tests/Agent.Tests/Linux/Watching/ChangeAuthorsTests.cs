using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Watching;

namespace IwTune.Agent.Tests.Linux.Watching;

public sealed class ChangeAuthorsTests : IDisposable
{
    private readonly FakeProc _proc = new();

    [Theory]
    [InlineData("NetworkManager", "NetworkManager (pid 812)")]
    [InlineData("systemd-network", "systemd-networkd (pid 812)")]
    [InlineData("openvpn", "openvpn (VPN) (pid 812)")]
    [InlineData("my (odd) name", "my (odd) name (pid 812)")]
    public void A_daemon_is_named_by_its_own_socket(string name, string named)
    {
        _proc.Process(812, name, 1).Socket(812, owner: 812);
        Assert.Equal(named, Of(812));
    }

    [Fact]
    public void A_second_socket_has_a_port_that_is_no_pid_and_is_found_all_the_same()
    {
        _proc.Process(812, "NetworkManager", 1).Socket(812, owner: 812).Socket(4_294_963_201, owner: 812);
        Assert.Equal("NetworkManager (pid 812)", Of(4_294_963_201));
    }

    /// <summary>Inside a container's pid namespace the writer is 42; here 42 is another process, which has no such socket.</summary>
    [Fact]
    public void A_port_that_only_looks_like_the_pid_of_a_process_here_names_nobody()
    {
        _proc.Process(42, "innocent", 1).Socket(42, owner: null);
        Assert.StartsWith("not known (", Of(42), StringComparison.Ordinal);
    }

    [Fact]
    public void A_socket_of_another_netlink_protocol_with_the_same_port_names_nobody()
    {
        _proc.Process(42, "auditd", 1).Socket(42, owner: 42, protocol: 9);
        Assert.StartsWith("not known (", Of(42), StringComparison.Ordinal);
    }

    [Fact]
    public void A_command_is_named_after_the_daemon_whose_script_ran_it()
    {
        _proc.Process(300, "dhclient", 1).Process(301, "dhclient-script", 300).Process(302, "ip", 301).Socket(302, owner: 302);
        Assert.Equal("dhclient (pid 301, through ip)", Of(302));
    }

    [Fact]
    public void A_command_at_a_terminal_is_a_persons_whatever_sudo_made_of_them()
    {
        _proc
            .Process(1, "systemd", 0)
            .Process(200, "sshd", 1)
            .Process(201, "bash", 200, terminal: 34816, login: 0)
            .Process(202, "sudo", 201, 34816, 0)
            .Process(203, "ip", 202, 34816, 0, "ip route replace default via 192.0.2.1")
            .Socket(203, owner: 203);
        Assert.Equal("a person ('ip route replace default via 192.0.2.1', pid 203, by root, on a terminal)", Of(203));
    }

    [Fact]
    public void What_cron_runs_is_crons_although_it_logged_somebody_in()
    {
        _proc
            .Process(1, "systemd", 0)
            .Process(90, "cron", 1)
            .Process(91, "sh", 90, login: 0)
            .Process(92, "ip", 91, login: 0)
            .Socket(92, owner: 92);
        Assert.Equal("cron (pid 90, through ip)", Of(92));
    }

    [Fact]
    public void The_arguments_of_other_programs_are_not_told()
    {
        _proc.Process(1, "init", 0).Process(77, "bash", 1, typed: "bash -c secret").Socket(77, owner: 77);
        Assert.DoesNotContain("secret", Of(77), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3, "not known")]
    [InlineData(16, "a DHCP client")]
    public void Of_whoever_has_ended_only_the_protocol_is_left(byte protocol, string who) =>
        Assert.StartsWith(who, Of(999, protocol), StringComparison.Ordinal);

    [Fact]
    public void Changes_of_one_socket_that_follow_each_other_closely_have_one_author()
    {
        var clock = new TestClock();
        var authors = new ChangeAuthors(clock, _proc.Path);
        _proc.Process(812, "NetworkManager", 1).Socket(812, owner: 812).Process(813, "dhclient", 1).Socket(813, owner: 813);
        var first = authors.Of(From(812), 3);
        Assert.Same(first, authors.Of(From(812), 3));
        Assert.Equal("dhclient", authors.Of(From(813), 3).Who);
        clock.Advance(TimeSpan.FromMilliseconds(100));
        var later = authors.Of(From(813), 3);
        Assert.Equal(("dhclient", clock.GetUtcNow()), (later.Who, later.At));
    }

    [Fact]
    public void Port_0_is_the_kernel_itself() => Assert.Equal("the kernel", Of(0));

    public void Dispose() => _proc.Dispose();

    private string Of(uint port, byte protocol = 3) => new ChangeAuthors(new TestClock(), _proc.Path).Of(From(port), protocol).ToString();

    private static NetlinkMessage From(uint port) => new(MessageType.NewRoute, AnswerFlags.None, 0, port, default);
}
