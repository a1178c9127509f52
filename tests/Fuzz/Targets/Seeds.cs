using System.Runtime.CompilerServices;

namespace IwTune.Fuzz.Targets;

/// <summary>
/// The inputs that a target begins with, and that every test run reads again: <c>tests/fixtures/fuzz/NAME.txt</c>, one a line as
/// <see cref="InputText"/> writes it. Lines that begin with a number sign are remarks.
/// </summary>
internal static class Seeds
{
    private static readonly string Fixtures = Path.GetFullPath(Path.Combine(Here(), "../../fixtures"));

    public static IReadOnlyList<byte[]> Of(FuzzTarget target) =>
        [
            .. File.ReadLines(Path.Combine(Fixtures, "fuzz", target.Name + ".txt"))
                .Where(line => line.Length > 0 && line[0] != '#')
                .Select(InputText.Read),
            .. Captured(target.Captures),
        ];

    /// <summary>Reads every seed.</summary>
    /// <returns>Those for which the target does not keep its promise, or that none of them is accepted: then they lead nowhere.</returns>
    public static IReadOnlyList<string> Broken(FuzzTarget target)
    {
        var (broken, accepted) = (new List<string>(), 0);
        foreach (var seed in Of(target))
        {
            try
            {
                accepted += target.Read(seed) ? 1 : 0;
            }
            catch (Exception thrown)
            {
                broken.Add($"{InputText.Write(seed)}\n{thrown}");
            }
        }
        if (accepted == 0 && target.HasAccepted)
            broken.Add("none of the seeds is accepted");
        return broken;
    }

    private static IEnumerable<byte[]> Captured(string pattern) =>
        pattern.Length == 0
            ? []
            : Directory
                .EnumerateFiles(Path.Combine(Fixtures, Path.GetDirectoryName(pattern)!), Path.GetFileName(pattern))
                .Order(StringComparer.Ordinal)
                .Select(File.ReadAllBytes);

    private static string Here([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
