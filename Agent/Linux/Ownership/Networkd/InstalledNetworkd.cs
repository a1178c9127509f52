using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>
/// The version of the installed systemd-networkd. networkd offers none on the bus, and systemd's own is that of another program. Its binary
/// reports it, and the installed binary is the one that reads the drop-ins at the next boot.
/// </summary>
internal sealed class InstalledNetworkd
{
    /// <summary>The first that reads InitialCongestionWindow= in [DHCPv4] (systemd pull request 28335).</summary>
    public const int ReadsWindowOfLeases = 255;

    private static readonly string[] Places = ["/usr/lib/systemd/systemd-networkd", "/lib/systemd/systemd-networkd"];
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    private DateTime _seen;
    private int? _version;

    /// <summary>Read anew when the binary was replaced.</summary>
    /// <returns><see langword="null"/> when it is not known; it then counts as old.</returns>
    public int? Version()
    {
        var place = Array.Find(Places, File.Exists);
        if (place is null)
            return null;
        var written = File.GetLastWriteTimeUtc(place);
        if (written != _seen)
            (_seen, _version) = (written, Parse(FirstLine(place)));
        return _version;
    }

    /// <param name="line"><c>systemd 252 (252.39-1~deb12u2)</c>, also <c>systemd 255 (255.4-1.fc40)</c> and <c>systemd 257~rc1</c>.</param>
    public static int? Parse(string? line)
    {
        if (line is null || !line.StartsWith("systemd ", StringComparison.Ordinal))
            return null;
        var rest = line.AsSpan("systemd ".Length);
        var digits = rest.IndexOfAnyExceptInRange('0', '9');
        return int.TryParse(digits < 0 ? rest : rest[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var version)
            ? version
            : null;
    }

    private static string? FirstLine(string program)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, "--version") { RedirectStandardOutput = true, UseShellExecute = false }
            );
            if (process is null)
                return null;
            var line = process.StandardOutput.ReadLineAsync();
            if (line.Wait(Limit))
                return line.Result;
            process.Kill();
            return null;
        }
        catch (Exception refused) when (refused is Win32Exception or InvalidOperationException or IOException)
        {
            return null;
        }
    }
}
