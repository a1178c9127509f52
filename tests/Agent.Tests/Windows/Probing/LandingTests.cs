using System.Net;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class LandingTests
{
    private static readonly TransportFilter Everything = new(TemplateName.Internet, null)
    {
        LocalPorts = (0, 65_535),
        RemotePorts = (0, 65_535),
    };

    [Theory]
    [InlineData(0, false, TemplateName.Datacenter)]
    [InlineData(10_000, false, TemplateName.Datacenter)]
    [InlineData(10_001, false, TemplateName.Internet)]
    [InlineData(10_000, true, TemplateName.DatacenterCustom)]
    [InlineData(10_001, true, TemplateName.InternetCustom)]
    public void Automatic_chooses_by_round_trip(int microseconds, bool custom, TemplateName template) =>
        Assert.Equal(
            template,
            Of(new TemplateSituation { Default = TemplateName.Automatic, AutomaticUseCustom = custom }, microseconds).Template
        );

    [Fact]
    public void Without_a_round_trip_Automatic_cannot_be_told() =>
        Assert.Null(Of(new TemplateSituation { Default = TemplateName.Automatic }, null).Template);

    [Fact]
    public void Another_default_counts_for_every_round_trip() =>
        Assert.Equal(TemplateName.Compat, Of(new TemplateSituation { Default = TemplateName.Compat }, null).Template);

    [Fact]
    public void Without_a_default_nothing_is_guessed() => Assert.Null(Of(new TemplateSituation(), 1).Template);

    [Fact]
    public void The_narrowest_prefix_decides_before_the_default() =>
        Assert.Equal(
            TemplateName.DatacenterCustom,
            Of(
                Filters(
                    new(TemplateName.InternetCustom, IPNetwork.Parse("198.51.0.0/16")),
                    new(TemplateName.DatacenterCustom, IPNetwork.Parse("198.51.100.0/24")),
                    new(TemplateName.Compat, IPNetwork.Parse("2001:db8::/32"))
                ),
                1
            ).Template
        );

    [Fact]
    public void A_filter_on_other_ports_or_another_protocol_does_not_count() =>
        Assert.Equal(
            TemplateName.Datacenter,
            Of(
                Filters(
                    new(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) },
                    new(TemplateName.InternetCustom, null) { RemotePorts = (80, 80) },
                    new(TemplateName.Compat, IPNetwork.Parse("198.51.100.0/24")) { Protocol = "UDP" }
                ),
                1
            ).Template
        );

    [Fact]
    public void A_filter_on_these_ports_counts() =>
        Assert.Equal(
            TemplateName.InternetCustom,
            Of(Filters(new TransportFilter(TemplateName.InternetCustom, null) { RemotePorts = (7000, 8000) }), 1).Template
        );

    [Fact]
    public void The_systems_own_filter_for_everything_hides_no_default() =>
        Assert.Equal(TemplateName.Datacenter, Of(Filters(Everything), 1).Template);

    [Fact]
    public void A_filter_to_Automatic_leaves_the_choice_to_it() =>
        Assert.Equal(
            TemplateName.Internet,
            Of(
                Filters(new TransportFilter(TemplateName.Automatic, IPNetwork.Parse("198.51.100.0/24"))) with
                {
                    Default = TemplateName.Compat,
                },
                20_000
            ).Template
        );

    private static TemplateSituation Filters(params TransportFilter[] filters) =>
        new() { Default = TemplateName.Automatic, Filters = filters };

    private static Landing Of(TemplateSituation situation, int? microseconds) =>
        Landing.Of(
            situation,
            FreshWindowTests.Here,
            FreshWindowTests.There,
            microseconds is { } rtt ? TimeSpan.FromMicroseconds(rtt) : null
        );
}
