namespace IwTune.EndToEnd.Wine;

/// <summary>The check of the program for Windows, over a netsh.exe in system32 and without a PowerShell.</summary>
[Collection(nameof(UnderWine))]
public sealed class ChecksTests(WindowsPattern pattern)
{
    private const string Report = @"C:\lab\check.txt";

    /// <summary>Wine has no PowerShell and the emulated netsh shows no filters, so that only the template can be tried.</summary>
    [Fact]
    public void A_check_with_write_confirms_the_template_and_restores_it()
    {
        using var host = new WindowsHost(pattern);
        host.Ran(0, "windows-check", "--write", "--out", Report);
        var text = File.ReadAllText(host.Windows.Unix(Report));
        Assert.StartsWith("iwtune-windows-check 1\n", text, StringComparison.Ordinal);
        Assert.Matches(@"finding: 2022 \| template \| \w+ \| confirmed \| Set from 10 to 12", text);
        Assert.Matches(@"finding: 2022 \| prefix scope \| \w+ \| not seen \|", text);
        Assert.Matches(@"finding: 2022 \| rollback \| \w+ \| confirmed \|", text);
        Assert.Contains(host.Machine.Calls, call => call.Contains("template=internetcustom icw=12", StringComparison.Ordinal));
        host.AssertUntouched();
    }

    [Fact]
    public void A_check_that_only_reads_changes_nothing_and_keeps_an_existing_file()
    {
        using var host = new WindowsHost(pattern);
        host.Ran(0, "windows-check", "--out", Report);
        host.Ran(64, "windows-check", "--out", Report);
        Assert.DoesNotContain(host.Machine.Calls, call => call.Contains("icw=", StringComparison.Ordinal));
        host.AssertUntouched();
    }
}
