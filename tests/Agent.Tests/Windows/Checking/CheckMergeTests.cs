using System.Text;
using IwTune.Lab;
using IwTune.WindowsDouble.Captures;
using IwTune.WindowsDouble.Netsh;

namespace IwTune.Agent.Tests.Windows.Checking;

/// <summary>The file of a check comes back byte for byte, and becomes captures.</summary>
public sealed class CheckMergeTests : IDisposable
{
    /// <summary>Names a file to merge into the captures of this repository (tests/fixtures/windows/README.md).</summary>
    private const string Given = "IWTUNE_WINDOWS_CHECK";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-captures-").FullName;

    public CheckMergeTests() =>
        File.WriteAllText(
            Path.Combine(_folder, "README.md"),
            "# Captures\n\n## For reference only\n\n| file | what it shows |\n| --- | --- |\n| old | an old one |\n"
        );

    [Fact]
    public async Task Every_call_is_read_as_it_was_written()
    {
        using var windows = new CheckedWindows("2022", "de-DE");
        await windows.RunAsync("--write");
        var report = CheckReport.Read(windows.Text);
        Assert.Equal(("2022", "0409", "write"), (report.Head["row"], report.Head["defaultLanguage"], report.Head["mode"]));
        Assert.Equal(5, report.Findings.Count);
        var shown = Assert.Single(report.Calls, call => call.Name == "netsh-show-supplemental-datacenter");
        Assert.Equal(NetshDouble.Run(windows.Host.Machine, shown.Arguments).Output, shown.Output);
        Assert.Contains(report.Calls, call => call is { ExitCode: null, Output.Length: 0 });
        Assert.Equal(
            Enumerable.Range(1, report.Calls.Count).Append(report.Calls.Count + 1),
            windows
                .Text.Split('\n')
                .Where(line => line.StartsWith("== ", StringComparison.Ordinal))
                .Select(line => int.Parse(line.Split(' ')[1]))
        );
    }

    [Fact]
    public async Task A_merged_call_is_a_capture_with_its_source_and_a_second_merge_adds_nothing()
    {
        using var windows = new CheckedWindows("2022");
        await windows.RunAsync();
        var report = CheckReport.Read(windows.Text);
        var names = CheckMerge.Into(report, _folder);
        const string Name = "netsh-show-supplemental-datacenter-server2022-en-US";
        Assert.Contains(Name, names);
        var text = File.ReadAllText(Path.Combine(_folder, Name + ".txt"));
        Assert.StartsWith("# source: iwtune windows-check, Windows Server 2022", text, StringComparison.Ordinal);
        while (text.StartsWith('#'))
            text = text[(text.IndexOf('\n', StringComparison.Ordinal) + 1)..];
        Assert.Equal(
            report.Calls.Single(call => call.Name == "netsh-show-supplemental-datacenter").Output,
            CodePagesEncodingProvider.Instance.GetEncoding(437)!.GetBytes(text)
        );
        var readme = File.ReadAllLines(Path.Combine(_folder, "README.md"));
        Assert.All(names, name => Assert.Contains(readme, line => line.StartsWith($"| {name} |", StringComparison.Ordinal)));
        Assert.Empty(CheckMerge.Into(report, _folder));
    }

    [Theory]
    [InlineData("2008r2-kb", "server2008r2-kb2472264")]
    [InlineData("2008r2", "server2008r2-no-hotfix")]
    [InlineData("2012r2", "server2012r2")]
    [InlineData("win11", "client22631")]
    public async Task A_capture_has_the_name_of_its_release(string profile, string release)
    {
        using var windows = new CheckedWindows(profile);
        await windows.RunAsync();
        var names = CheckMerge.Into(CheckReport.Read(windows.Text), _folder);
        Assert.NotEmpty(names);
        Assert.All(names, name => Assert.EndsWith($"-{release}-en-US", name, StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_that_is_cut_off_or_of_another_form_is_refused()
    {
        Assert.Throws<FormatException>(() => CheckReport.Read("iwtune-windows-check 2\n"));
        Assert.Throws<FormatException>(() => CheckReport.Read("iwtune-windows-check 1\nrow: 2019\n"));
        Assert.Throws<FormatException>(() =>
            CheckReport.Read(
                "iwtune-windows-check 1\n\n== 1 ver\nprogram: x\nexit: 0\noutput: 3 bytes\n  0d0a\nerrors: 0 bytes\n\n== 2 findings\n"
            )
        );
    }

    /// <summary>Not a test where no file is named: the procedure by which a check becomes captures.</summary>
    [Fact]
    public void The_file_that_the_environment_names_is_merged()
    {
        if (Environment.GetEnvironmentVariable(Given) is not { Length: > 0 } file)
            return;
        Assert.NotEmpty(CheckMerge.Into(CheckReport.Read(File.ReadAllText(file)), Path.Combine(Binaries.Root, "tests/fixtures/windows")));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
