using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class MachineChecksTests
{
    [Fact]
    public void Half_duplex_is_a_problem()
    {
        var found = Host.Healthy.WithLink(link => link with { Speed = 100, FullDuplex = false }).Check("link-speed");
        Assert.Equal((Health.Problem, "eth0: 100 Mbit/s, half duplex"), (found.Health, found.Found));
    }

    [Theory]
    [InlineData(10L, true, Health.Advice)]
    [InlineData(100L, true, Health.Ok)]
    [InlineData(null, true, Health.NotKnown)]
    [InlineData(10L, false, Health.NotKnown)]
    public void A_slow_link_that_is_up_is_told(long? speed, bool up, Health health) =>
        Assert.Equal(health, Host.Healthy.WithLink(link => link with { Speed = speed, IsUp = up }).Check("link-speed").Health);

    [Theory]
    [InlineData(0, 1_000_000, Health.Ok)]
    [InlineData(90, 1_000_000, Health.Ok)]
    [InlineData(110, 1_000_000, Health.Advice)]
    [InlineData(10_500, 1_000_000, Health.Problem)]
    [InlineData(500, 1_000, Health.Ok)]
    public void Packets_that_the_hosts_own_queue_drops_are_told_by_their_share(long drops, long packets, Health health) =>
        Assert.Equal(
            health,
            Host.Healthy.WithLink(link => link with { QueueDrops = drops, QueuedPackets = packets }).Check("transmit-queue").Health
        );

    [Fact]
    public void A_link_without_segmentation_offload_is_told() =>
        Assert.Equal(Health.Advice, Host.Healthy.WithLink(link => link with { Offloads = ["gro"] }).Check("offloads").Health);

    [Theory]
    [InlineData("e1000", "KVM or QEMU", Health.Advice)]
    [InlineData("e1000e", "", Health.Ok)]
    [InlineData("virtio_net", "KVM or QEMU", Health.Ok)]
    public void An_emulated_card_is_told_from_a_real_one(string driver, string hypervisor, Health health) =>
        Assert.Equal(
            health,
            (Host.Healthy.WithLink(link => link with { Driver = driver }) with { Hypervisor = hypervisor })
                .Check("virtual-interfaces")
                .Health
        );

    [Theory]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)", "", "", "KVM or QEMU")]
    [InlineData("VMware, Inc.", "VMware7,1", "", "", "VMware")]
    [InlineData("Microsoft Corporation", "Virtual Machine", "", "", "Hyper-V")]
    [InlineData("Microsoft Corporation", "Surface Pro", "", "", "")]
    [InlineData("Amazon EC2", "m5.large", "", "", "Amazon's Nitro")]
    [InlineData("Amazon EC2", "m5.metal", "", "", "")]
    [InlineData("", "", "xen", "", "Xen")]
    [InlineData("", "", "", "flags\t\t: fpu vme hypervisor lahf_lm", "a hypervisor")]
    [InlineData("Dell Inc.", "PowerEdge R640", "", "flags\t\t: fpu vme lahf_lm", "")]
    public void A_hypervisor_is_named_as_far_as_the_machine_says(
        string vendor,
        string product,
        string type,
        string processor,
        string name
    ) => Assert.Equal(name, Hypervisor.Name(vendor, product, type, [processor]));

    [Theory]
    [InlineData(4_999, 32, Health.Advice)]
    [InlineData(4_999, null, Health.Ok)]
    [InlineData(5_000, 32, Health.Ok)]
    public void Near_peers_gain_nothing_from_a_larger_window(long rttMicroseconds, int? initCwnd, Health health) =>
        Assert.Equal(
            health,
            (Host.Healthy.With(Host.Default(initCwnd)) with { Agent = new AgentView { Evidence = [Host.Seen(rttMicroseconds)] } })
                .Check("rtt")
                .Health
        );

    [Fact]
    public void A_peer_that_binds_the_first_flight_is_named()
    {
        var host = Host.Healthy with
        {
            Agent = new AgentView { Evidence = [Host.Seen(20_000), Host.Seen(20_000, effective: 44, initial: 64, BindingTerm.PeerWindow)] },
        };
        var found = host.Check("effective-window");
        Assert.Equal(
            (Health.Advice, "the peer's window limits the first flight to 44 of 64 segments (peer 198.51.100.7:443)"),
            (found.Health, found.Found)
        );
    }

    [Fact]
    public void An_agent_counts_by_its_check_ins_and_not_by_its_process()
    {
        var view = new AgentView { Enrolled = true };
        Assert.Equal(Health.NotKnown, (Host.Healthy with { Agent = view }).Check("agent").Health);
        Assert.Equal(Health.Ok, (Host.Healthy with { Agent = view with { SinceContact = TimeSpan.FromMinutes(1) } }).Check("agent").Health);
        Assert.Equal(
            Health.Problem,
            (Host.Healthy with { Agent = view with { SinceContact = TimeSpan.FromMinutes(1), Troubles = ["The server is not reached."] } })
                .Check("agent")
                .Health
        );
        Assert.Equal(Health.NotKnown, (Host.Healthy with { Agent = new AgentView { Absent = "no daemon" } }).Check("agent").Health);
    }
}
