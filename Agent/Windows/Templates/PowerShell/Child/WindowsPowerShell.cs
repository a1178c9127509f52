using IwTune.Agent.Windows.Programs;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows.Templates.PowerShell.Child;

/// <summary>
/// Windows PowerShell, which every Windows with the cmdlets carries (3.0 on Server 2012 to 5.1): a process for each command. It takes
/// seconds to start, so it is used where nothing cheaper works, and never to watch.
/// </summary>
/// <param name="path">The absolute path of powershell.exe.</param>
/// <param name="clock">Times the limit.</param>
internal sealed class WindowsPowerShell(string path, TimeProvider clock) : IPowerShell
{
    private readonly BoundedProgram _program = new(path, PowerShellLimit.Span, clock);

    /// <summary>The one of this Windows, in the folder that only Windows itself writes to.</summary>
    public static WindowsPowerShell OfThisWindows(TimeProvider clock) => new(PathIn(Environment.SystemDirectory), clock);

    /// <summary>Its file, below the folder of the system's programs.</summary>
    public static string PathIn(string system) => Path.Combine(system, "WindowsPowerShell", "v1.0", "powershell.exe");

    /// <inheritdoc/>
    public string? Absent => File.Exists(path) ? null : $"{path} is not there";

    /// <inheritdoc/>
    public async ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
    {
        var run = await _program.RunAsync(ChildScript.Arguments(command), ct, shown: command.Name);
        if (run.ExitCode is null)
            return new([], new PowerShellError(PowerShellError.TimeLimit, null, run.Problem));
        var answer = ChildAnswer.Read(run.Output);
        return answer.Error is { Id: ChildAnswer.Incomplete } cut
            ? answer with
            {
                Error = cut with { Text = $"{cut.Text} Exit {run.ExitCode}. {OemCodePage.OneLine([.. run.Output, .. run.Errors])}" },
            }
            : answer;
    }
}
