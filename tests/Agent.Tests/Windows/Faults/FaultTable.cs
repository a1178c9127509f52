using IwTune.Shared.Tests.Architecture;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>
/// The result of every fault on every profile; <c>./build.sh test</c> prints it from artifacts/windows-faults.txt. Profiles with the same
/// result share a row.
/// </summary>
public sealed class FaultTable : IDisposable
{
    private static readonly string[] Head = ["fault", "profile", "outcome", "restored, byte for byte"];

    private readonly List<(string Profile, string Fault, string Word, string Why, string PutBack)> _cells = [];

    /// <summary>The rows of kills, each of which has many cells.</summary>
    internal const string Killed = "killed at every moment",
        KilledAgain = "killed again while it restores";

    /// <summary>The file.</summary>
    public static string Path { get; } = System.IO.Path.Combine(SourceFile.Root, "artifacts", "windows-faults.txt");

    public void Add(string profile, string fault, string word, string why, string putBack) =>
        _cells.Add((profile, fault, word, why, putBack));

    public void Dispose()
    {
        if (_cells.Count < Profile.All.Count * FaultCase.All.Count)
            return; // A partial run does not describe the whole table.
        var order = Profile
            .All.Select((profile, at) => (profile.Name, at))
            .ToDictionary(one => one.Name, one => one.at, StringComparer.Ordinal);
        var rows = FaultCase
            .All.Select(fault => fault.Name)
            .Append(Killed)
            .Append(KilledAgain)
            .SelectMany(fault =>
                _cells
                    .Where(cell => cell.Fault == fault)
                    .OrderBy(cell => order[cell.Profile])
                    .GroupBy(cell => (cell.Word, cell.PutBack, Settable: Profile.Of(cell.Profile).Writable.Count > 0))
                    .Select(same =>
                        (string[])
                            [
                                fault,
                                string.Join(' ', same.Select(cell => cell.Profile)),
                                Outcome(same.Key.Word, same.First().Why),
                                same.Key.PutBack,
                            ]
                    )
            )
            .Prepend(Head)
            .ToList();
        var widths = Head.Select((_, column) => rows.Max(row => row[column].Length)).ToList();
        File.WriteAllLines(
            Path,
            rows.Select(row => string.Join("  ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd())
        );
    }

    private static string Outcome(string word, string why) => why.Length == 0 ? word : $"{word}: {why}";
}
