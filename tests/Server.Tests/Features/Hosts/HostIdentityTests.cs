using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class HostIdentityTests
{
    private static readonly HostIdentity Host = Of(
            TestHost.FactsOf("fra-web-1") with
            {
                CongestionControl = "bbr",
                Qdisc = "fq",
                Hypervisor = "kvm",
                Nics =
                [
                    new("eth0", 1500, "virtio_net", [], true),
                    new("eth1", 1500, "ixgbe", [], true),
                    new("eth2", 1500, "e1000", [], false),
                    new("lo", 65536, "", [], true),
                ],
            }
        )
        .With(State("NetworkManager 'edge' (DHCPv4)"));

    private static readonly HostIdentity Windows = Of(TestHost.WindowsFactsOf("win-1"));

    [Theory]
    [InlineData("os:linux distribution:debian distribution-version:>=12 kernel:>=6.1 agent:0.1.0", true)]
    [InlineData("congestion-control:bbr qdisc:fq hypervisor:kvm", true)]
    [InlineData("nic:virtio_net nic:ixgbe", true)]
    [InlineData("nic:e1000", false)]
    [InlineData("owner:networkmanager owner:dhcpv4", true)]
    [InlineData("owner:bird", false)]
    [InlineData("site:fra label:edge", true)]
    [InlineData("label:site=fra -label:rack", true)]
    [InlineData("-windows-build:*", true)]
    [InlineData("host:fra-* id:0198c0de", true)]
    public void Facts_and_labels_are_asked_for_in_one_way(string selector, bool matches) =>
        Assert.Equal(matches, Selector.Parse(selector).Selector!.Matches(Host));

    [Theory]
    [InlineData("windows-build:>=20348", true)]
    [InlineData("windows-build:>=20348.2000<20349", true)]
    [InlineData("windows-build:>=26100", false)]
    [InlineData("distribution:windows-server distribution-version:2022", true)]
    [InlineData("hypervisor:*", false)]
    [InlineData("owner:*", false)]
    public void A_windows_build_is_what_follows_10_0(string selector, bool matches) =>
        Assert.Equal(matches, Selector.Parse(selector).Selector!.Matches(Windows));

    [Fact]
    public void A_label_that_was_there_before_the_fact_is_found_by_the_words_of_that_time()
    {
        var host = Host with { Labels = new Dictionary<string, string> { ["nic"] = "mellanox" } };
        Assert.False(Selector.Parse("nic:mellanox").Selector!.Matches(host));
        Assert.True(Selector.Parse(EarlierSelector.Translate("nic:mellanox")).Selector!.Matches(host));
    }

    [Fact]
    public void Hosts_of_a_kind_share_their_facts_and_what_changes_makes_another_identity()
    {
        var twin = Of(TestHost.FactsOf("fra-web-2")).With(State("static"));
        Assert.Same(twin.Facts, Of(TestHost.FactsOf("fra-web-3")).With(State("static")).Facts);
        Assert.Equal(twin, twin.With(State("static")));
        Assert.NotEqual(twin, twin.With(State("bird")));
        Assert.NotEqual(twin, twin.With(TestHost.FactsOf("fra-web-2") with { Kernel = "6.12.1" }));
        Assert.True(Selector.Parse("owner:static").Selector!.Matches(twin.With(TestHost.FactsOf("fra-web-2") with { Qdisc = "fq" })));
    }

    [Theory]
    [InlineData("Debian GNU/Linux 12 (bookworm)", "debian", "12")]
    [InlineData("Debian GNU/Linux trixie/sid", "debian", "")]
    [InlineData("Ubuntu 24.04.1 LTS", "ubuntu", "24.04.1")]
    [InlineData("Rocky Linux 9.4 (Blue Onyx)", "rocky", "9.4")]
    [InlineData("Red Hat Enterprise Linux 9.4 (Plow)", "rhel", "9.4")]
    [InlineData("openSUSE Leap 15.5", "opensuse-leap", "15.5")]
    [InlineData("Alpine Linux v3.19", "alpine", "3.19")]
    [InlineData("Windows Server 2022 Datacenter (21H2)", "windows-server", "2022")]
    [InlineData("Microsoft Windows Server 2019 Standard", "windows-server", "2019")]
    [InlineData("Windows 11 Pro (23H2)", "windows", "11")]
    [InlineData("Slackware 15.0", "slackware", "15.0")]
    [InlineData("", "linux", "")]
    public void A_distribution_is_told_by_its_name(string name, string id, string version) =>
        Assert.Equal((id, version), Distribution.Of(name, "linux"));

    private static HostIdentity Of(HostFacts facts) =>
        new HostIdentity(
            "0198c0de",
            facts.HostName,
            facts.Os,
            facts.Kernel,
            new Dictionary<string, string> { ["site"] = "fra", ["edge"] = "yes" }
        ).With(facts);

    private static HostState State(string owner) =>
        new()
        {
            Phase = BundlePhase.None,
            StateHash = "h",
            Targets =
            [
                new()
                {
                    Id = "ipv4 main default via 192.0.2.1 dev eth0",
                    Owner = owner,
                    Strategy = "in-place",
                    Configured = Window.Unset,
                },
                new()
                {
                    Id = "ipv4 main 10.0.0.0/8 via 192.0.2.1 dev eth0",
                    Owner = "bird",
                    Strategy = "in-place",
                    Configured = Window.Unset,
                },
                new()
                {
                    Id = "ipv4 table 100 default via 192.0.2.1 dev eth0",
                    Owner = "bird",
                    Strategy = "in-place",
                    Configured = Window.Unset,
                },
            ],
        };
}
