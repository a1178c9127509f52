using IwTune.Shared.Tests.Architecture;

namespace IwTune.Agent.Tests.Windows.Versions;

/// <summary>What the agent did on every emulated server; <c>./build.sh test</c> prints it from artifacts/windows-versions.txt.</summary>
public sealed class VersionRun : IDisposable
{
    private static readonly string[] Head = ["server", "for", "set by", "read back by", "proof", "mark"];

    private readonly List<string[]> _rows = [];

    public static string Path { get; } = System.IO.Path.Combine(SourceFile.Root, "artifacts", "windows-versions.txt");

    public void Add(params string[] row) => _rows.Add(row);

    public void Dispose()
    {
        if (_rows.Count < VersionTableTests.Cells.Count)
            return; // A partial run does not describe the whole table.
        var order = VersionTableTests
            .Cells.Select((cell, at) => ($"{cell.Data.Item1} {cell.Data.Item2}", at))
            .ToDictionary(one => one.Item1, one => one.at, StringComparer.Ordinal);
        var rows = _rows.OrderBy(row => order[$"{row[0]} {row[1]}"]).Prepend(Head).ToList();
        var widths = Head.Select((_, column) => rows.Max(row => row[column].Length)).ToList();
        File.WriteAllLines(
            Path,
            rows.Select(row => string.Join("  ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd())
        );
    }
}
