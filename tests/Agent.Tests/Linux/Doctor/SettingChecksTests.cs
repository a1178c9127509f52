using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class SettingChecksTests
{
    [Theory]
    [InlineData("sack", "net.ipv4.tcp_sack", "0", Health.Advice)]
    [InlineData("window-scaling", "net.ipv4.tcp_window_scaling", "0", Health.Problem)]
    [InlineData("receive-autotuning", "net.ipv4.tcp_moderate_rcvbuf", "0", Health.Problem)]
    [InlineData("slow-start-after-idle", "net.ipv4.tcp_slow_start_after_idle", "1", Health.Advice)]
    [InlineData("metrics-saving", "net.ipv4.tcp_no_ssthresh_metrics_save", "0", Health.Advice)]
    [InlineData("metrics-saving", "net.ipv4.tcp_no_ssthresh_metrics_save", null, Health.Advice)]
    [InlineData("loss-recovery", "net.ipv4.tcp_early_retrans", "0", Health.Advice)]
    [InlineData("loss-recovery", "net.ipv4.tcp_recovery", "0", Health.Advice)]
    [InlineData("congestion-control", "net.ipv4.tcp_congestion_control", "dctcp", Health.Advice)]
    [InlineData("congestion-control", "net.ipv4.tcp_congestion_control", "vegas", Health.Advice)]
    [InlineData("congestion-control", "net.ipv4.tcp_congestion_control", "bbr", Health.Ok)]
    [InlineData("first-receive-window", "net.ipv4.tcp_rmem", "4096 87380 6291456", Health.Advice)]
    [InlineData("receive-buffer", "net.ipv4.tcp_rmem", "4096 131072 1048576", Health.Advice)]
    [InlineData("send-buffer", "net.ipv4.tcp_wmem", "4096 16384 1048576", Health.Advice)]
    public void A_setting_turns_its_check(string check, string name, string? value, Health health) =>
        Assert.Equal(health, Host.Healthy.With(name, value).Check(check).Health);

    [Fact]
    public void The_fix_sets_it_now_and_after_the_next_boot() =>
        Assert.Equal(
            "sysctl -w net.ipv4.tcp_window_scaling=1 && echo 'net.ipv4.tcp_window_scaling = 1' >> /etc/sysctl.d/60-first-flight.conf",
            Host.Healthy.With("net.ipv4.tcp_window_scaling", "0").Check("window-scaling").Fix
        );

    [Theory]
    [InlineData("0", "0", "cubic", Health.Ok)]
    [InlineData("100", "1", "cubic", Health.Ok)]
    [InlineData("100", "0", "bbr", Health.Ok)]
    [InlineData("100", "0", "cubic", Health.Advice)]
    [InlineData("16", "0", "cubic", Health.Problem)]
    [InlineData(null, "0", "cubic", Health.NotKnown)]
    public void Cubics_own_threshold_counts_only_without_hystart(string? threshold, string hystart, string control, Health health) =>
        Assert.Equal(
            health,
            Host.Healthy.With("tcp_cubic.initial_ssthresh", threshold)
                .With("tcp_cubic.hystart", hystart)
                .With("net.ipv4.tcp_congestion_control", control)
                .With(Host.Default(16))
                .Check("initial-ssthresh")
                .Health
        );

    [Fact]
    public void Without_sack_a_window_above_ten_is_a_problem() =>
        Assert.Equal(Health.Problem, Host.Healthy.With("net.ipv4.tcp_sack", "0").With(Host.Default(16)).Check("sack").Health);

    [Fact]
    public void Bbr_does_not_fall_back_after_idle() =>
        Assert.Equal(
            Health.Ok,
            Host.Healthy.With("net.ipv4.tcp_slow_start_after_idle", "1")
                .With("net.ipv4.tcp_congestion_control", "bbr")
                .Check("slow-start-after-idle")
                .Health
        );

    /// <summary>
    /// 1000 Mbit/s at 75 ms: the bandwidth-delay product of the LBNL slides in its right form, 9.375 MB; twice that, rounded up, is the
    /// buffer.
    /// </summary>
    [Fact]
    public void A_path_longer_than_the_buffer_names_the_buffer_it_needs()
    {
        var host = Host.Healthy with { Agent = Host.Healthy.Agent with { Evidence = [Host.Seen(75_000), Host.Seen(1_000)] } };
        var found = host.Check("receive-buffer");
        Assert.Equal(Health.Advice, found.Health);
        Assert.Contains("holds 9375000 B", found.Found, StringComparison.Ordinal);
        Assert.Contains("net.ipv4.tcp_rmem='4096 131072 33554432'", found.Fix, StringComparison.Ordinal);
        Assert.Equal(Health.Advice, host.Check("buffer-ceilings").Health);
    }

    [Fact]
    public void Without_a_round_trip_it_says_how_far_the_buffer_reaches()
    {
        var found = (Host.Healthy with { Agent = new AgentView { Absent = "no daemon" } }).Check("receive-buffer");
        Assert.Equal(
            (Health.NotKnown, true),
            (found.Health, found.Found.Contains("carries 1000 Mbit/s up to 25.2 ms", StringComparison.Ordinal))
        );
    }

    [Theory]
    [InlineData("4096 16384 92672", Health.Ok)]
    [InlineData("4096 16384 92671", Health.Advice)]
    [InlineData("4096 16384 46335", Health.Problem)]
    public void A_send_buffer_smaller_than_the_first_flight_is_told(string wmem, Health health) =>
        Assert.Equal(health, Host.Healthy.With("net.ipv4.tcp_wmem", wmem).With(Host.Default(32)).Check("first-flight-buffer").Health);

    [Theory]
    [InlineData("4.18.0-553.el8", 40, Health.Ok, "raises")]
    [InlineData("6.1.0-18-amd64", 100, Health.Advice, "has no effect")]
    [InlineData("6.1.0-18-amd64", 10, Health.Advice, "lowers")]
    public void What_initrwnd_does_depends_on_the_kernel(string kernel, int initRwnd, Health health, string says)
    {
        var found = (Host.Healthy with { Kernel = kernel }).With(Host.Route("0.0.0.0/0", initRwnd: initRwnd)).Check("initrwnd");
        Assert.Equal(health, found.Health);
        Assert.Contains(says, found.Found, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3.10.0-1160.el7", "initrwnd raises this")]
    [InlineData("5.2.0", "leaks path MTUs")]
    public void An_old_kernel_is_told_what_it_lacks(string kernel, string lacks)
    {
        var found = (Host.Healthy with { Kernel = kernel }).Check("kernel");
        Assert.Equal(Health.Advice, found.Health);
        Assert.Contains(lacks, found.Found, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("RetransSegs", 19_999, Health.Ok)]
    [InlineData("RetransSegs", 20_000, Health.Advice)]
    [InlineData("RetransSegs", 40_000, Health.Problem)]
    [InlineData("OutSegs", 9_999, Health.NotKnown)]
    public void A_host_that_sends_much_twice_gets_no_larger_window(string counter, long count, Health health) =>
        Assert.Equal(health, Host.Healthy.Counting((counter, count)).Check("retransmissions").Health);

    [Theory]
    [InlineData(1_000, Health.Advice)]
    [InlineData(10, Health.Ok)]
    public void Lost_handshakes_are_counted(long count, Health health) =>
        Assert.Equal(health, Host.Healthy.Counting(("TCPSynRetrans", count)).Check("lost-handshakes").Health);
}
