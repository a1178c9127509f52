using IwTune.EndToEnd.Wine.Netsh;
using IwTune.Lab;
using IwTune.Lab.Wine;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.EndToEnd.Wine;

/// <summary>A Windows Server 2022 under Wine with emulated templates, and the agent's commands on it.</summary>
internal sealed class WindowsHost : IDisposable
{
    private const string State = @"C:\lab\state",
        Templates = @"HKLM\SYSTEM\CurrentControlSet\Control\Nsi\{eb004a03-9b1a-11d4-9123-0050047759bc}\26";

    private readonly NetshServer netsh;
    private int writes;

    public WindowsHost(WindowsPattern pattern, string locale = "en-US")
    {
        Windows = pattern.Windows();
        Directory.CreateDirectory(Windows.Unix(@"C:\lab"));
        Machine = EmulatedWindows.Create(Windows.Unix(@"C:\lab\machine.json"), Profile.Of("2022"), locale);
        Before = Machine.Print();
        netsh = NetshServer.Start(Windows.Space, Machine);
    }

    public WinePrefix Windows { get; }

    public EmulatedWindows Machine { get; }

    /// <summary>The machine's state when it was new.</summary>
    public string Before { get; }

    /// <summary>Runs a command of the agent, as typed.</summary>
    public CommandResult Run(params string[] arguments) => Windows.Run(Binaries.WineAgent, arguments);

    /// <summary>Runs a command with this host's <c>--state</c>.</summary>
    public CommandResult RunHere(params string[] arguments) => Run([.. arguments, "--state", State]);

    /// <summary>The same; the exit code must be this one.</summary>
    /// <returns>What it printed.</returns>
    public string Ran(int code, params string[] arguments)
    {
        var result = RunHere(arguments);
        Assert.True(
            result.ExitCode == code,
            $"{string.Join(' ', arguments)}: exit {result.ExitCode}, not {code}: "
                + $"{result.Error}{result.Output}\n{string.Join('\n', Machine.Calls)}"
        );
        return result.Output;
    }

    /// <summary>Starts a command with this host's <c>--state</c>.</summary>
    public LabProcess Start(params string[] arguments) => Windows.Start(Binaries.WineAgent, [.. arguments, "--state", State]);

    /// <summary>Writes a policy for the default templates.</summary>
    /// <returns>Its name on drive C:.</returns>
    public string Policy(int initCwnd, string more = "") =>
        Document($"policy: edge\nwindow: {{ initcwnd: {initCwnd} }}\nscopes: [default]\n{more}");

    public string Document(string text)
    {
        File.WriteAllText(Windows.Unix(@"C:\lab\edge.yaml"), text);
        return @"C:\lab\edge.yaml";
    }

    /// <summary>
    /// Another program changes it, and Windows writes that to the registry, as its own tools do; the agent watches the key.
    /// </summary>
    public void ChangeByAnother(Func<MachineState, MachineState> change)
    {
        Machine.Change(change);
        NoteWrite(Windows, $"{++writes}");
    }

    /// <summary>The key that the agent watches is written.</summary>
    public static void NoteWrite(WinePrefix windows, string value) => new WineRegistry(windows).Set(Templates, "iwtune", value);

    public int Window(string template) => Machine.Read().Template(template)!.Window;

    public void AssertUntouched() => Assert.Equal(Before, Machine.Print());

    public void Dispose()
    {
        Windows.Dispose();
        netsh.Dispose();
    }
}
