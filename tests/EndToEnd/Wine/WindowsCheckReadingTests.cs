namespace IwTune.EndToEnd.Wine;

/// <summary>
/// The check of the program for Windows over Wine's own programs, which start at once and answer nothing: the emulated netsh takes seconds
/// for each of the calls.
/// </summary>
[Collection(nameof(UnderWine))]
public sealed class WindowsCheckReadingTests(WindowsPattern pattern)
{
    private const string Report = @"C:\lab\check.txt";

    [Fact]
    public void It_notes_every_call_claims_nothing_and_keeps_an_existing_file()
    {
        using var host = new WindowsHost(pattern);
        host.Windows.RestoreWinesNetsh();
        host.Ran(0, "windows-check", "--out", Report);
        var text = File.ReadAllText(host.Windows.Unix(Report));
        Assert.StartsWith("iwtune-windows-check 1\n", text, StringComparison.Ordinal);
        Assert.Contains("netsh-show-supplementalsubnets", text, StringComparison.Ordinal);
        Assert.Contains("finding: 2022 | template | assumed | not seen |", text, StringComparison.Ordinal);

        host.Ran(64, "windows-check", "--out", Report);
        Assert.Equal(text, File.ReadAllText(host.Windows.Unix(Report)));
        host.AssertUntouched();
    }
}
