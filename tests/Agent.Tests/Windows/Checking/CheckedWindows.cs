using System.Text;
using System.Text.RegularExpressions;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.WindowsChecking;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows.Checking;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Facts;
using IwTune.Shared.Wire;
using IwTune.WindowsDouble.Netsh;
using IwTune.WindowsDouble.PowerShell;

namespace IwTune.Agent.Tests.Windows.Checking;

/// <summary>The verb over an emulated Windows whose programs are netsh and the cmdlets of Windows PowerShell.</summary>
internal sealed partial class CheckedWindows : IDisposable
{
    private readonly Cmdlets _cmdlets;

    public CheckedWindows(string profile = "2019", string locale = "en-US")
    {
        Host = new EmulatedHost(profile, locale);
        _cmdlets = new Cmdlets(Host.Machine);
        File = Path.Combine(Host.State.Root, "check.txt");
    }

    public EmulatedHost Host { get; }

    public string File { get; }

    public string? Lacking { get; set; }

    /// <summary>Answers a command in place of the emulated program.</summary>
    public Func<HostCommand, HostCommandRun?> Instead { get; set; } = _ => null;

    public string Machine => Host.Machine.Print();

    public string Text => System.IO.File.ReadAllText(File);

    public IReadOnlyList<string> Findings =>
        [.. System.IO.File.ReadLines(File).Where(line => line.StartsWith("finding: ", StringComparison.Ordinal))];

    /// <summary>The lines of the findings without their reasons: <c>template confirmed</c>.</summary>
    public IReadOnlyList<string> Cells =>
        [.. Findings.Select(line => line["finding: ".Length..].Split(" | ")).Select(parts => $"{parts[1]} {parts[3]}")];

    public Task<Said> RunAsync(params string[] more) => TypedAsync(["windows-check", "--out", File, "--state", Host.State.Root, .. more]);

    /// <summary>Runs a command as typed.</summary>
    public async Task<Said> TypedAsync(params string[] words)
    {
        using StringWriter output = new(),
            error = new();
        var registry = new FakeRegistry()
            .WithProduct(Host.Profile.Server ? "ServerNT" : "WinNT")
            .With("CurrentBuildNumber", $"{Host.Profile.Build}")
            .With("ProductName", Host.Profile.Title)
            .With(@"SYSTEM\CurrentControlSet\Control\Nls\Language", "Default", "0409")
            .With(@"SYSTEM\CurrentControlSet\Control\Nls\CodePage", "OEMCP", "437");
        var context = new CliContext(
            _ => new HostPorts(
                Host.NewTuner(),
                new SimulatedProbe(Host.Clock),
                new Facts(),
                (_, _) => ValueTask.FromResult<IReadOnlyList<ManualUndo>>([]),
                Lacking,
                new FakeDoctor()
            )
            {
                Collection = WindowsCollection.Of(
                    RunAsync,
                    "/Windows/System32",
                    new WindowsVersionReader(registry, new Version(10, 0, Host.Profile.Build)),
                    registry
                ),
                Check = WindowsCheck.Of(Host.Version, "/Windows/System32"),
            },
            new Terminal(output, error, TextReader.Null, Interactive: false, Colour: false),
            Host.Clock
        );
        var exit = await CommandLine.RunAsync(
            words,
            context,
            [("windows-check", WindowsCheckVerb.Create), ("set", SetVerb.Create), ("run", RunVerb.Create)]
        );
        return new Said(exit, output.ToString(), error.ToString());
    }

    public void Dispose() => Host.Dispose();

    private ValueTask<HostCommandRun> RunAsync(HostCommand command, CancellationToken ct)
    {
        Host.At($"before {command.Name}");
        var run = Instead(command) ?? Answer(command);
        Host.At($"after {command.Name}");
        return ValueTask.FromResult(run);
    }

    private HostCommandRun Answer(HostCommand command)
    {
        if (command.Program.EndsWith("netsh.exe", StringComparison.Ordinal))
        {
            var answer = NetshDouble.Run(Host.Machine, command.Arguments);
            return Ended(answer.ExitCode, answer.Output, Encoding.ASCII.GetBytes(answer.Errors));
        }
        return
            command.Arguments.Contains("-EncodedCommand")
            && Cmdlet().Match(Encoding.Unicode.GetString(Convert.FromBase64String(command.Arguments[^1]))) is { Success: true } cmdlet
            ? Ended(0, Encoding.ASCII.GetBytes(Printed(_cmdlets.Invoke(cmdlet.Groups[1].Value, new Dictionary<string, object>()))), [])
            : new HostCommandRun(null, [], [], TimeSpan.Zero, $"{Path.GetFileName(command.Program)} is not emulated");
    }

    /// <summary>As the script of the agent prints it.</summary>
    private static string Printed(CmdletAnswer answer) =>
        string.Concat(
            answer
                .Rows.SelectMany(row =>
                    row.Where(one => one.Value is not null).Select(one => $"iwtune:{one.Key}={one.Value}\r\n").Prepend("iwtune:row=\r\n")
                )
                .Prepend("iwtune:mode=FullLanguage\r\n")
                .Concat(answer.Error is { } error ? [$"iwtune:error={error.Id}\r\n"] : [])
                .Append("iwtune:end=\r\n")
        );

    private static HostCommandRun Ended(int exitCode, byte[] output, byte[] errors) =>
        new(exitCode, output, errors, TimeSpan.FromMilliseconds(12));

    [GeneratedRegex(@"@\((Get-\w+) ")]
    private static partial Regex Cmdlet();

    private sealed class Facts : IHostFacts
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
