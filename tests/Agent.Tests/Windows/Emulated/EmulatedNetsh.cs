using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Netsh;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The program netsh over an emulated Windows, without a process: the code is that of the program.</summary>
internal sealed class EmulatedNetsh(EmulatedWindows machine) : INetsh
{
    /// <summary>True for a host on which the program does not exist.</summary>
    public bool Missing { get; set; }

    /// <summary>Called before and after every command; may throw.</summary>
    public Action<string> At { get; init; } = _ => { };

    public async ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        if (Missing)
            return new NetshRun(null, [], @"C:\Windows\System32\netsh.exe is not there");
        At($"before netsh {command.Arguments[2]}");
        var answer = NetshDouble.Run(machine, command.Arguments);
        At($"after netsh {command.Arguments[2]}");
        if (answer.Hangs)
            return new NetshRun(null, answer.Output, "`netsh` did not end within 30 s");
        if (answer.Delay > TimeSpan.Zero)
            await Task.Delay(answer.Delay, ct);
        return new NetshRun(answer.ExitCode, answer.Output);
    }
}
