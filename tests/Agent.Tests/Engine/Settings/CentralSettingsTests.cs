using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Tests.Engine.Settings;

/// <summary>
/// Central settings for many hosts take precedence over a host's own file, also when the file is broken, and change without the file.
/// </summary>
public sealed class CentralSettingsTests : IDisposable
{
    private readonly Bench _bench = new();
    private CentralSettings _central = CentralSettings.None;

    [Theory]
    [InlineData("", "")]
    [InlineData("mode: enforce", "enforce (agent.yaml)")]
    [InlineData("mode: observe", "observe (agent.yaml)")]
    public void The_file_decides_where_nobody_else_does(string text, string told)
    {
        File.WriteAllText(_bench.State.Settings, text);
        Assert.Equal(told, UnusualSettings.Of(Load().Settings));
    }

    [Fact]
    public void A_mode_that_is_no_mode_is_a_problem_with_its_place()
    {
        var problem = Assert.Single(HostSettingsReader.Read("mode: audit").Problems);
        Assert.Equal("mode", problem.Path);
        Assert.Contains("enforce or observe", problem.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_decided_above_the_file_counts_at_the_next_look_and_ends_with_it()
    {
        File.WriteAllText(_bench.State.Settings, "repairs: { max: 3, within: 5m }");
        var file = Load();
        Assert.False(file.LookAtCentral());

        _central = Policy(HostMode.Observe);
        Assert.Null(file.Settings.Observing);
        Assert.True(file.LookAtCentral());
        Assert.Equal("group policy", file.Settings.Observing);
        Assert.Equal(3, file.Settings.Repairs.Max);

        _central = CentralSettings.None;
        Assert.True(file.LookAtCentral());
        Assert.Null(file.Settings.Observing);
    }

    [Fact]
    public void A_broken_file_does_not_keep_it_from_counting()
    {
        var file = Load();
        File.WriteAllText(_bench.State.Settings, "mode: [");
        _central = Policy(HostMode.Observe);
        file.Reload();
        Assert.NotEmpty(file.Problem);
        Assert.Equal("group policy", file.Settings.Observing);
    }

    [Fact]
    public void A_host_that_wants_to_observe_enforces_where_the_policy_says_so()
    {
        File.WriteAllText(_bench.State.Settings, "mode: observe");
        _central = Policy(HostMode.Enforce);
        var settings = Load().Settings;
        Assert.Null(settings.Observing);
        Assert.Equal("enforce (group policy)", UnusualSettings.Of(settings));
    }

    public void Dispose() => _bench.Dispose();

    private static CentralSettings Policy(HostMode mode) => new() { Mode = mode, Means = "group policy" };

    private SettingsFile Load() => SettingsFile.Load(_bench.State, () => _central);
}
