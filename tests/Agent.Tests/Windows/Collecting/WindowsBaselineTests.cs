using System.Text.Json.Nodes;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Cli.Collecting;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Facts;
using IwTune.Shared.Wire;
using IwTune.WindowsDouble.Netsh;

namespace IwTune.Agent.Tests.Windows.Collecting;

/// <summary>The baseline of an emulated Windows: outputs byte for byte, and everything restored after writes.</summary>
public sealed class WindowsBaselineTests : IDisposable
{
    private readonly EmulatedHost _host = new("2019");
    private readonly string _file;
    private Func<HostCommand, HostCommandRun?> _instead = _ => null;
    private string? _lacking;

    public WindowsBaselineTests() => _file = Path.Combine(_host.State.Root, "baseline.zip");

    [Fact]
    public async Task Outputs_are_taken_byte_for_byte_with_exit_code_time_and_what_they_depend_on()
    {
        var found = Machine();
        var said = await RunAsync();
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Equal(found, Machine());
        var parts = Zipped.Read(_file);
        var manifest = JsonNode.Parse(parts["manifest.json"])!;
        Assert.Equal(
            ("windows-baseline", "0407", "850"),
            ((string?)manifest["kind"], (string?)manifest["system"]!["installLanguage"], (string?)manifest["system"]!["oemCodePage"])
        );
        var captured = manifest["commands"]!.AsArray().Where(command => (int?)command!["exitCode"] == 0).ToList();
        Assert.NotEmpty(captured);
        foreach (var command in captured)
        {
            Assert.Equal(
                NetshDouble.Run(_host.Machine, [.. command!["arguments"]!.AsArray().Select(argument => (string)argument!)]).Output,
                parts[(string)command["output"]!]
            );
            Assert.Equal(12, (double)command["milliseconds"]!);
        }
        Assert.Contains(manifest["commands"]!.AsArray(), command => (string)command!["problem"]! == "powershell.exe is not emulated");
    }

    [Fact]
    public async Task The_hosts_name_is_in_none_of_it()
    {
        _instead = command =>
            command.Name == "ver" ? new HostCommandRun(0, "Microsoft Windows on WEB-SRV-07\r\n"u8.ToArray(), [], TimeSpan.Zero) : null;
        await RunAsync();
        var parts = Zipped.Read(_file);
        Assert.Equal("Microsoft Windows on XXXXXXXXXX\r\n"u8.ToArray(), parts["raw/01-ver.out"]);
        Assert.Equal(1, (int)JsonNode.Parse(parts["manifest.json"])!["commands"]![0]!["redacted"]!);
    }

    [Fact]
    public async Task With_writes_every_template_goes_back_to_what_it_was()
    {
        var found = Machine();
        var said = await RunAsync("--with-writes");
        Assert.True(said.Exit == 0, said.Error);
        Assert.Equal(found, Machine());
        Assert.Contains("restored: the baseline was collected", said.Error, StringComparison.Ordinal);
        Assert.Contains(_host.Machine.Calls, call => call.Contains("template=internet icw=11", StringComparison.Ordinal));
        Assert.Contains(_host.Machine.Calls, call => call.Contains("template=datacenter icw=66", StringComparison.Ordinal));
        Assert.Contains(Zipped.Read(_file).Keys, name => name.EndsWith("netsh-set-datacenter-icw-default.out", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Interrupted_or_killed_in_the_middle_the_templates_go_back()
    {
        var found = Machine();
        var killed = Directory.CreateTempSubdirectory("iwtune-killed-").FullName;
        try
        {
            _instead = command =>
            {
                if (!command.Name.StartsWith("netsh-set-datacenter-icw-65", StringComparison.Ordinal))
                    return null;
                Copy(_host.State.Root, killed);
                File.Copy(_host.Machine.Path, Path.Combine(killed, "windows.json"));
                throw new OperationCanceledException();
            };
            await Assert.ThrowsAsync<OperationCanceledException>(() => RunAsync("--with-writes"));
            Assert.Equal(found, Machine());
            Assert.False(File.Exists(_file));

            // What a killed process leaves: the machine and the state directory at that moment.
            File.Copy(Path.Combine(killed, "windows.json"), _host.Machine.Path, overwrite: true);
            File.Delete(Path.Combine(killed, "windows.json"));
            Directory.Delete(_host.State.Root, recursive: true);
            Copy(killed, _host.State.Root);
            Assert.NotEqual(found, Machine());
            var next = _host.Open();
            Assert.True((await next.Rollbacks.RecoverAsync(TestContext.Current.CancellationToken))!.Succeeded);
            Assert.Equal(found, Machine());
        }
        finally
        {
            Directory.Delete(killed, recursive: true);
        }
    }

    [Fact]
    public async Task Without_elevation_writes_are_refused_before_anything_is_run_and_reading_works()
    {
        _lacking = "Changing TCP templates needs an elevated process.";
        var said = await RunAsync("--with-writes");
        Assert.Equal(5, said.Exit);
        Assert.Contains("without --with-writes no such right is needed", said.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_file));
        Assert.Empty(_host.Machine.Calls);
        Assert.Equal(0, (await RunAsync()).Exit);
        Assert.False((bool)JsonNode.Parse(Zipped.Read(_file)["manifest.json"])!["elevated"]!);
    }

    [Fact]
    public async Task Where_iwtune_has_set_windows_nothing_else_is_tried()
    {
        {
            var reconciler = _host.Open();
            await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), TestContext.Current.CancellationToken);
            reconciler.Timer.Confirm("by hand");
        }
        var before = Machine();
        var said = await RunAsync("--with-writes");
        Assert.Equal(1, said.Exit);
        Assert.Contains("iwtune rollback --all", said.Error, StringComparison.Ordinal);
        Assert.Equal(before, Machine());
    }

    public void Dispose() => _host.Dispose();

    private string Machine() => File.ReadAllText(_host.Machine.Path);

    private async Task<Said> RunAsync(params string[] more)
    {
        using StringWriter output = new(),
            error = new();
        var registry = new FakeRegistry()
            .WithProduct("ServerNT")
            .With("CurrentBuildNumber", "17763")
            .With(@"SYSTEM\CurrentControlSet\Control\Nls\Language", "InstallLanguage", "0407")
            .With(@"SYSTEM\CurrentControlSet\Control\Nls\CodePage", "OEMCP", "850");
        var context = new CliContext(
            _ => new HostPorts(
                _host.NewTuner(),
                new SimulatedProbe(_host.Clock),
                new NamedHost(),
                (_, _) => ValueTask.FromResult<IReadOnlyList<ManualUndo>>([]),
                _lacking,
                new FakeDoctor()
            )
            {
                Collection = WindowsCollection.Of(
                    RunAsync,
                    "/Windows/System32",
                    new WindowsVersionReader(registry, new Version(10, 0, 17763)),
                    registry
                ),
            },
            new Terminal(output, error, TextReader.Null, Interactive: false, Colour: false),
            _host.Clock
        );
        var exit = await CommandLine.RunAsync(
            ["collect", "--windows-baseline", "--out", _file, "--state", _host.State.Root, .. more],
            context,
            [("collect", CollectVerb.Create)]
        );
        return new Said(exit, output.ToString(), error.ToString());
    }

    private ValueTask<HostCommandRun> RunAsync(HostCommand command, CancellationToken ct)
    {
        if (_instead(command) is { } given)
            return ValueTask.FromResult(given);
        if (!command.Program.EndsWith("netsh.exe", StringComparison.Ordinal))
            return ValueTask.FromResult(
                new HostCommandRun(null, [], [], TimeSpan.Zero, $"{Path.GetFileName(command.Program)} is not emulated")
            );
        var answer = NetshDouble.Run(_host.Machine, command.Arguments);
        return ValueTask.FromResult(
            new HostCommandRun(
                answer.ExitCode,
                answer.Output,
                System.Text.Encoding.ASCII.GetBytes(answer.Errors),
                TimeSpan.FromMilliseconds(12)
            )
        );
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.GetFiles(from).Where(file => Path.GetFileName(file) != "lock"))
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
    }

    private sealed class NamedHost : IHostFacts
    {
        public HostFacts Read() =>
            new()
            {
                HostName = "WEB-SRV-07",
                Os = "windows",
                OsName = "Windows Server 2019",
                Kernel = "10.0.17763",
                BootId = "1",
                AgentVersion = "0",
            };
    }
}
