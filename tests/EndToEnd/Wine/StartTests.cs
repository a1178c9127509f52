using System.Text.Json;
using IwTune.Lab;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>The program for Windows starts and prints its version, before it touches the host.</summary>
[Collection(nameof(UnderWine))]
public sealed class StartTests(WindowsPattern pattern) : IDisposable
{
    private readonly WinePrefix windows = pattern.Windows();

    public void Dispose() => windows.Dispose();

    [Fact]
    public void The_version_is_the_one_that_was_built()
    {
        var version = windows.Run(Binaries.WineAgent, "--version");
        Assert.Equal(0, version.ExitCode);
        Assert.Matches(@"^\d+\.\d+\.\d+", version.Output);
        Assert.Equal(Commands.Run(Binaries.FrameworkAgent, "--version").Split('+')[0], version.Output.Split('+')[0]);
    }

    [Fact]
    public void A_prediction_is_the_one_that_is_made_on_linux()
    {
        string[] asked = ["predict", "--size", "13516", "--rtt", "100ms", "--iw", "3,10", "--mss", "1448", "--json"];
        var predicted = windows.Run(Binaries.WineAgent, asked);
        Assert.Equal(0, predicted.ExitCode);
        using var json = JsonDocument.Parse(predicted.Output);
        Assert.Equal([3, 1], json.RootElement.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("rounds").GetInt32()));
        Assert.Equal(Commands.Run(Binaries.FrameworkAgent, asked).ReplaceLineEndings(), predicted.Output.ReplaceLineEndings());
    }

    [Fact]
    public void Words_beyond_ascii_come_in_and_go_out_whole()
    {
        string[] asked = ["predict", "--size", "fenêtre×窓", "--rtt", "10ms"];
        var refused = windows.Run(Binaries.WineAgent, asked);
        Assert.Equal(64, refused.ExitCode);
        Assert.Contains("fenêtre×窓", refused.Error, StringComparison.Ordinal);
        Assert.Equal(Commands.TryRun(Binaries.FrameworkAgent, asked).Error.ReplaceLineEndings(), refused.Error.ReplaceLineEndings());
    }

    [Fact]
    public void The_netsh_of_the_tests_answers_in_the_place_of_wines()
    {
        using var host = new WindowsHost(pattern);
        var shown = host.Windows.Run("netsh", "interface", "tcp", "show", "supplemental", "template=internet");
        Assert.Equal(0, shown.ExitCode);
        Assert.Contains("Initial Congestion Window (MSS)     : 10", shown.Output, StringComparison.Ordinal);
        Assert.Single(host.Machine.Calls);
        host.AssertUntouched();
    }
}
