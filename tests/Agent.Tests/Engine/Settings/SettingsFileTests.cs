using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Tests.Engine.Settings;

public sealed class SettingsFileTests : IDisposable
{
    private readonly Bench _bench = new();

    [Fact]
    public void Without_a_file_everything_is_as_usual() =>
        Assert.Equal(HostSettings.Default, SettingsFile.Load(_bench.State, () => CentralSettings.None).Settings);

    [Fact]
    public void A_first_reading_that_fails_is_fatal_and_names_every_problem()
    {
        Write("backend: x\nrepairs: { max: -1 }\n");
        var fatal = Assert.Throws<StateUnusableException>(() => SettingsFile.Load(_bench.State, () => CentralSettings.None));
        Assert.Contains(
            "agent.yaml is not valid: 1:10 backend: 'x': must be routes or bpf; 2:17 repairs.max: '-1'",
            fatal.Message,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_later_reading_that_fails_keeps_the_last_good_settings_and_says_so()
    {
        Write("repairs: { max: 3 }");
        var file = SettingsFile.Load(_bench.State, () => CentralSettings.None);
        Write("repairs: { max: many }");
        file.Reload();
        Assert.Equal(3, file.Settings.Repairs.Max);
        Assert.Contains("1:17 repairs.max: 'many'", file.Problem, StringComparison.Ordinal);

        Write("repairs: { max: 4 }");
        file.Reload();
        Assert.Equal((4, ""), (file.Settings.Repairs.Max, file.Problem));
    }

    [Fact]
    public void Whoever_puts_back_is_told_of_a_broken_file_and_goes_on()
    {
        Write("backend: x");
        var file = SettingsFile.Peek(_bench.State, () => CentralSettings.None);
        Assert.Equal(HostSettings.Default, file.Settings);
        Assert.Contains("is not valid", file.Problem, StringComparison.Ordinal);
    }

    public void Dispose() => _bench.Dispose();

    private void Write(string text) => File.WriteAllText(_bench.State.Settings, text);
}
