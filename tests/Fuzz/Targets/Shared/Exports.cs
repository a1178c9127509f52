using System.Text;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Fuzz.Targets.Shared;

/// <summary>Exports that an auditor was given, and verifies.</summary>
internal static class Exports
{
    private const int MostLine = 1000;
    private static readonly byte[] Hash = new byte[32];

    public static bool Zip(byte[] input)
    {
        try
        {
            var entries = ZipDirectory.Read(new MemoryStream(input, writable: false));
            BrokenPromiseException.Unless(
                entries.Select(one => one.Name).Distinct(StringComparer.OrdinalIgnoreCase).Count() == entries.Count,
                "no name is in a zip twice"
            );
            return true;
        }
        catch (ExportFaultException)
        {
            return false;
        }
    }

    public static bool Csv(byte[] input)
    {
        using var text = new StringReader(Encoding.UTF8.GetString(input));
        try
        {
            while (ExportCsv.Read(text, MostLine) is { } cells)
            {
                // A cell as it was read is made safe already: its text goes in again.
                using var line = new StringReader(ExportCsv.Line([.. cells.Select(ExportCsv.Text)]));
                BrokenPromiseException.Unless(
                    ExportCsv.Read(line, 10 * MostLine) is { } again
                        && again.Select(ExportCsv.Text).SequenceEqual(cells.Select(ExportCsv.Text)),
                    "a line of CSV that is written is read again"
                );
            }
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    public static bool TimeStamp(byte[] input) => TimeStampCheck.Of(input, Hash, []).Problem.Length == 0;
}
