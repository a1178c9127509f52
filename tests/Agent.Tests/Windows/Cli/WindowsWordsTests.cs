using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Cli.Restoring;
using IwTune.Agent.Cli.Standing;
using IwTune.Agent.Cli.Verifying;
using IwTune.Agent.Cli.Watching;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Agent.Tests.Windows.Cli;

/// <summary>A Windows host shows templates where a Linux host shows routes.</summary>
public sealed class WindowsWordsTests : IDisposable
{
    private static readonly (string Name, Func<CliContext, Verb> Create)[] Verbs =
    [
        ("show", ShowVerb.Create),
        ("plan", PlanVerb.Create),
        ("verify", VerifyVerb.Create),
        ("history", HistoryVerb.Create),
        ("explain-rollback", ExplainRollbackVerb.Create),
        ("apply", ApplyVerb.Create),
        ("rollback", RollbackVerb.Create),
        ("override", OverrideVerb.Create),
        ("doctor", DoctorVerb.Create),
        ("watch", WatchVerb.Create),
        ("rtt", RttVerb.Create),
    ];

    private readonly WindowsBench _windows = new(MemoryWindows.V2019);
    private readonly string _policy = Path.GetTempFileName();
    private readonly FakeRegistry _registry = new();

    public WindowsWordsTests() =>
        File.WriteAllText(
            _policy,
            "policy: edge\nwindow: { initcwnd: 20, initrwnd: 40 }\nscopes:\n  - default\n  - prefix: 10.0.0.0/8\n    window: { "
                + "initcwnd: 32 }\n"
        );

    public void Dispose()
    {
        File.Delete(_policy);
        _windows.Dispose();
    }

    [Fact]
    public async Task A_whole_day_goes_by_without_a_route()
    {
        var said = new List<Said>
        {
            await TypeAsync("show"),
            await TypeAsync("plan", _policy),
            await TypeAsync("apply", _policy),
            await TypeAsync("apply", _policy),
            await TypeAsync("show"),
            await TypeAsync("verify"),
            await TypeAsync("override", "nothing", "--initcwnd", "4", "--reason", "test"),
            await TypeAsync("history"),
            await TypeAsync("explain-rollback"),
            await TypeAsync("rollback"),
            await TypeAsync("rollback"),
            await TypeAsync("rollback", "--all"),
        };
        Assert.All(said, one => Assert.DoesNotContain("route", one.Out + one.Error, StringComparison.OrdinalIgnoreCase));
        Assert.Contains("edge: 4 templates changed and read back.", said[2].Out, StringComparison.Ordinal);
        Assert.Contains("Windows keeps it so, over restarts too.", said[2].Error + said[2].Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Filters_that_a_lost_journal_left_are_named_by_a_rollback_and_removed_by_a_rollback_of_all()
    {
        await TypeAsync("apply", _policy);
        File.Delete(_windows.State.Journal);
        Assert.Contains("filter 10.0.0.0/8", (await TypeAsync("rollback")).Out, StringComparison.Ordinal);
        Assert.Single(_windows.Host.Filters);

        var said = await TypeAsync("rollback", "--all");
        Assert.Equal((ExitCode.Fine, ""), (said.Exit, said.Error));
        Assert.StartsWith("Removed what iwtune made and the journal does not know: filter 10.0.0.0/8.", said.Out, StringComparison.Ordinal);
        Assert.Empty(_windows.Host.Filters);
        Assert.StartsWith("Nothing to undo", (await TypeAsync("rollback", "--all")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rollback_of_all_that_cannot_remove_such_a_filter_fails_and_names_it()
    {
        await TypeAsync("apply", _policy);
        File.Delete(_windows.State.Journal);
        _windows.Host.RemoveProblem = _ => "access denied.";

        var said = await TypeAsync("rollback", "--all");
        Assert.Equal(ExitCode.Error, said.Exit);
        Assert.Contains("filter 10.0.0.0/8", said.Error, StringComparison.Ordinal);
        Assert.Single(_windows.Host.Filters);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public async Task Show_has_columns_of_its_own_and_fits(int width)
    {
        await TypeAsync("apply", _policy);
        var lines = (await TypeAsync(width, "show")).Out.Split('\n');
        Assert.StartsWith("TEMPLATE / FILTER", lines[0], StringComparison.Ordinal);
        Assert.Contains("BY DEFAULT", lines[0], StringComparison.Ordinal);
        Assert.Contains(
            lines,
            line => line.StartsWith("filter 10.0.0.0/8 ", StringComparison.Ordinal) && line.Contains("32", StringComparison.Ordinal)
        );
        Assert.Contains("Read by PowerShell.", lines);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, width));
    }

    [Fact]
    public async Task The_doctor_finds_what_a_pasted_script_left()
    {
        _windows.Host.Icw[TemplateName.DatacenterCustom] = 32;
        var said = await TypeAsync("doctor", "setting-without-effect");
        Assert.Equal(ExitCode.Differs, said.Exit);
        Assert.Contains("DatacenterCustom has 32 segments and no connection gets it", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_doctor_reads_from_the_registry_whether_windows_are_scaled()
    {
        Assert.Equal(ExitCode.Fine, (await TypeAsync("doctor", "window-scaling")).Exit);
        _registry.With(@"SYSTEM\CurrentControlSet\Services\Tcpip\Parameters", "Tcp1323Opts", "0");
        var said = await TypeAsync("doctor", "window-scaling");
        Assert.Equal(ExitCode.Differs, said.Exit);
        Assert.Contains("off: Tcp1323Opts is 0", said.Out, StringComparison.Ordinal);
    }

    /// <summary>In Windows PowerShell <c>sc</c> is Set-Content: <c>sc stop IwTune</c> writes a file and stops nothing.</summary>
    [Fact]
    public void The_service_is_started_and_stopped_by_a_program_that_Windows_PowerShell_has_no_other_word_for() =>
        Assert.Empty(
            from folder in (string[])["Agent", "docs"]
            from file in Directory.EnumerateFiles(Path.Combine(SourceFile.Root, folder), "*.*", SearchOption.AllDirectories)
            where Path.GetExtension(file) is ".cs" or ".md" && file != Path.Combine(SourceFile.Root, "docs", "windows-service.md")
            from line in File.ReadLines(file)
            from verb in (string[])["start", "stop", "query", "config", "control", "failure"]
            from before in " '`\"("
            where $" {line}".Contains($"{before}sc {verb} ", StringComparison.Ordinal)
            select $"{Path.GetFileName(file)}: {line.Trim()}"
        );

    [Fact]
    public async Task What_Windows_does_not_tell_is_unsupported_in_a_sentence()
    {
        var said = await TypeAsync("watch");
        Assert.Equal(ExitCode.Unsupported, said.Exit);
        Assert.NotEmpty(said.Error);
    }

    private Task<Said> TypeAsync(params string[] args) => TypeAsync(null, args);

    private async Task<Said> TypeAsync(int? width, params string[] args)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var context = new CliContext(
            _ =>
            {
                var tuner = _windows.NewTuner();
                var readings = new HostReadings(tuner, _windows.Host.Version, new ShowsGlobal(), _registry, TimeProvider.System);
                return new HostPorts(
                    tuner,
                    new SimulatedProbe(_windows.Clock),
                    new WindowsHostFacts(
                        _registry,
                        new WindowsVersionReader(_registry, new Version(10, 0, 17763)),
                        _windows.Clock,
                        readings.Settings
                    ),
                    tuner.ByHandAsync,
                    null,
                    new WindowsDoctor(readings.FindingsAsync)
                );
            },
            new Terminal(output, error, TextReader.Null, Interactive: width is not null, Colour: false) { Width = width },
            _windows.Clock
        )
        {
            Noun = "template",
        };
        var exit = await CommandLine.RunAsync([.. args, "--state", _windows.State.Root], context, Verbs);
        return new Said(exit, output.ToString(), error.ToString());
    }

    /// <summary>The global parameters of a real host.</summary>
    private sealed class ShowsGlobal : INetsh
    {
        public ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
        {
            Assert.IsType<NetshCommand.ShowGlobal>(command);
            return ValueTask.FromResult(new NetshRun(0, Capture.Bytes("netsh-show-global-server2016or2019-en-US")));
        }
    }
}
