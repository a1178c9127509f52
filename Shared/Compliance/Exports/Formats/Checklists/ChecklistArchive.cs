using System.Globalization;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Checklists;

/// <summary>The files of <c>checklists.zip</c>. Server and verifier make them with the same calls.</summary>
/// <param name="open">Opens a file by its name; the stream is closed before the next one.</param>
/// <param name="asOf">The instant of the verdicts.</param>
/// <param name="catalog">The controls.</param>
public sealed class ChecklistArchive(Func<string, Stream> open, DateTimeOffset asOf, ControlCatalog catalog)
{
    private const int MostName = 60;

    private const string Readme = """
        One file for each host, by its number in hosts.jsonl and its name. Open them with STIG Viewer 3, or import them into STIG Manager.
        A control that passes is 'not a finding', one that fails is 'open'. A control without a result is 'not reviewed'.

        """;

    private int _hosts;

    /// <summary>What stands before the hosts.</summary>
    public void Begin()
    {
        using var to = open("README.txt");
        to.Write(ExportText.Utf8.GetBytes(Readme.ReplaceLineEndings("\n")));
    }

    /// <summary>The next host.</summary>
    public void Host(ComplianceHost host)
    {
        using var to = open(FileName(++_hosts, host.Name));
        Checklist.Write(to, host, asOf, catalog);
    }

    /// <summary>A name that every system takes: the number makes it unique and keeps it from being a device.</summary>
    private static string FileName(int number, string name)
    {
        var safe = string.Concat(name.Take(MostName).Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '_'));
        return string.Create(CultureInfo.InvariantCulture, $"{number:00000}-{safe}.cklb");
    }
}
