using System.Globalization;

namespace IwTune.Lab.FleetDemo;

/// <summary>The demonstration of a fleet, in its own folder, which is removed at the end.</summary>
internal static class FleetDemoRun
{
    public const string Usage = "demo-fleet [--keep] [--hosts N]";

    public static Task<int> StartAsync(IReadOnlyList<string> words)
    {
        var (keep, hosts) = (false, 500);
        for (var at = 0; at < words.Count; at++)
        {
            if (words[at] == "--keep")
                keep = true;
            else if (
                words[at] == "--hosts"
                && at + 1 < words.Count
                && int.TryParse(words[at + 1], NumberStyles.None, CultureInfo.InvariantCulture, out hosts)
                && hosts is >= 100 and <= 5000
            )
                at++;
            else
                return UsageAsync();
        }
        return LabRun.StartAsync(async ct =>
        {
            var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), $"iwtune-demo-fleet-{Environment.ProcessId}"));
            try
            {
                return await Story.TellAsync(folder.FullName, hosts, keep, ct);
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        });
    }

    private static async Task<int> UsageAsync()
    {
        await Console.Error.WriteLineAsync($"usage: iwtune-lab {Usage}; N from 100 to 5000");
        return 64;
    }
}
