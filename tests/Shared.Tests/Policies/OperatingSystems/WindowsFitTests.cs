using System.Net;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Selectors;

namespace IwTune.Shared.Tests.Policies.OperatingSystems;

public sealed class WindowsFitTests
{
    [Theory]
    [InlineData(WindowsRelease.Server2012)]
    [InlineData(WindowsRelease.Server2012R2)]
    [InlineData(WindowsRelease.Server2016)]
    public void An_even_window_for_the_default_fits_every_server(WindowsRelease release) =>
        Assert.Empty(WindowsFit.Of([Default(32)], release));

    [Fact]
    public void Nothing_fits_a_client() => Assert.True(Assert.Single(WindowsFit.Of([Default(10)], WindowsRelease.Client)).Unsupported);

    [Fact]
    public void On_2008_R2_a_person_sets_it_up_to_16()
    {
        Assert.Single(WindowsFit.Of([Default(16)], WindowsRelease.Server2008R2));
        Assert.Contains(
            WindowsFit.Of([Default(18)], WindowsRelease.Server2008R2),
            misfit => misfit.Text == "Windows Server 2008 R2 takes at most 16 segments; 18 is more."
        );
    }

    [Theory]
    [InlineData("default", "auto stays at its start value of 10 segments")]
    [InlineData("prefix", "learned stays at its start value of 10 segments")]
    public void What_a_host_would_decide_stays_where_it_begins(string scope, string text)
    {
        var rule =
            scope == "default"
                ? new ScopeRule(new Scope.Default(), Window.Unset) { Steering = Steering.Auto.Default }
                : new ScopeRule(new Scope.Prefix(IPNetwork.Parse("10.0.0.0/8")), Window.Unset)
                {
                    Steering = new Steering.Learned(IPNetwork.Parse("10.0.0.0/8"), 32, TimeSpan.FromMinutes(15)),
                };
        var misfit = Assert.Single(WindowsFit.Of([rule], WindowsRelease.Server2016));
        Assert.False(misfit.Unsupported);
        Assert.StartsWith(text, misfit.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(11, "the nearest is 10.")]
    [InlineData(66, "the nearest is 64.")]
    public void An_odd_or_large_window_is_told_with_the_nearest(int segments, string text)
    {
        var misfit = Assert.Single(WindowsFit.Of([Default(segments)], WindowsRelease.Server2016));
        Assert.True(misfit.Unsupported);
        Assert.EndsWith(text, misfit.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_windows_for_prefixes_fit_beside_the_default_since_2016() =>
        Assert.Empty(
            WindowsFit.Of(
                [Default(10), Prefix("10.0.0.0/8", 16), Prefix("172.16.0.0/12", 20), Prefix("192.168.0.0/16", 16)],
                WindowsRelease.Server2016
            )
        );

    [Fact]
    public void A_third_one_does_not() =>
        Assert.Contains(
            "Prefixes require 3 windows of their own (16, 20, 24), and Windows Server 2016 or later has 2 custom templates.",
            Texts([Prefix("10.0.0.0/8", 16), Prefix("172.16.0.0/12", 20), Prefix("192.168.0.0/16", 24)], WindowsRelease.Server2016)
        );

    [Fact]
    public void On_2012_R2_the_default_takes_the_custom_templates()
    {
        Assert.Empty(WindowsFit.Of([Prefix("10.0.0.0/8", 16), Prefix("172.16.0.0/12", 20)], WindowsRelease.Server2012R2));
        Assert.Empty(WindowsFit.Of([Default(16), Prefix("10.0.0.0/8", 16)], WindowsRelease.Server2012R2));
        Assert.Contains(
            "no custom template left: the default scope uses them",
            Assert.Single(Texts([Default(10), Prefix("10.0.0.0/8", 16)], WindowsRelease.Server2012R2)),
            StringComparison.Ordinal
        );
    }

    /// <summary>The agent refuses the prefix too: what an earlier default scope set stays in the custom templates.</summary>
    [Fact]
    public void On_2012_R2_a_default_scope_that_cannot_be_set_takes_the_custom_templates_too() =>
        Assert.Contains(
            "Prefixes require 1 window of their own (16), and Windows Server 2012 R2 has no custom template left: the default scope uses "
                + "them.",
            Texts([new(new Scope.Default(), new Window(null, 20)), Prefix("10.0.0.0/8", 16)], WindowsRelease.Server2012R2)
        );

    [Fact]
    public void Interfaces_tables_and_containers_are_no_scopes_of_Windows()
    {
        Assert.Single(WindowsFit.Of([new(new Scope.Interface("eth0"), new Window(10, null))], WindowsRelease.Server2016));
        Assert.Single(WindowsFit.Of([new(new Scope.Table("100"), new Window(10, null))], WindowsRelease.Server2016));
        Assert.Single(WindowsFit.Of([new(new Scope.Containers(Selector.Everything), new Window(10, null))], WindowsRelease.Server2016));
    }

    [Fact]
    public void A_receive_window_is_left_out_and_is_all_there_is_to_refuse_when_alone()
    {
        Assert.False(Assert.Single(WindowsFit.Of([new(new Scope.Default(), new Window(10, 20))], WindowsRelease.Server2016)).Unsupported);
        Assert.True(Assert.Single(WindowsFit.Of([new(new Scope.Default(), new Window(null, 20))], WindowsRelease.Server2016)).Unsupported);
    }

    private static ScopeRule Default(int segments) => new(new Scope.Default(), new Window(segments, null));

    private static ScopeRule Prefix(string prefix, int segments) =>
        new(new Scope.Prefix(IPNetwork.Parse(prefix)), new Window(segments, null));

    private static IEnumerable<string> Texts(IReadOnlyList<ScopeRule> scopes, WindowsRelease release) =>
        WindowsFit.Of(scopes, release).Select(misfit => misfit.Text);
}
