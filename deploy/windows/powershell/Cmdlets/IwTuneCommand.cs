using System.ComponentModel;
using System.Management.Automation;
using System.Runtime.Serialization;
using IwTune.PowerShell.Answers;
using IwTune.PowerShell.Running;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>What every cmdlet does: find iwtune, run it, read its answer, and turn what it says into warnings and errors.</summary>
public abstract class IwTuneCommand : PSCmdlet
{
    private AgentProgram? _program;

    /// <summary>The program, when it is not beside the module, where the installer put it, or in Program Files.</summary>
    [Parameter]
    [ValidateNotNullOrEmpty]
    public string? Program { get; set; }

    /// <summary>The state directory, when several agents run on one machine.</summary>
    [Parameter]
    [ValidateNotNullOrEmpty]
    public string? StateDirectory { get; set; }

    /// <summary>The pipe of the running agent; a socket on Linux.</summary>
    [Parameter]
    [ValidateNotNullOrEmpty]
    public string? Pipe { get; set; }

    /// <summary>True while the host is changed, which is not broken off.</summary>
    protected bool Changes { get; set; }

    /// <inheritdoc/>
    protected override void BeginProcessing()
    {
        var module = Path.GetDirectoryName(typeof(IwTuneCommand).Assembly.Location)!;
        var path = Program is null ? ProgramPlaces.Find(module, Registered()) : GetUnresolvedProviderPathFromPSPath(Program);
        if (path is null || !File.Exists(path))
            ThrowTerminatingError(Errors.NotFound(Program is null ? [.. ProgramPlaces.All(module, Registered())] : [path ?? Program]));
        _program = new AgentProgram(path!);
    }

    /// <inheritdoc/>
    protected override void StopProcessing()
    {
        if (!Changes)
            _program?.Stop();
    }

    /// <summary>Runs a verb with <c>--json</c>. What it says beside its answer is a warning.</summary>
    /// <returns>The run and its answer; <see langword="null"/> when there was none and the error has been written.</returns>
    private protected (ProgramRun Run, T Answer)? Ask<T>(object? about, params string[] verb)
        where T : class
    {
        List<string> arguments = [.. verb, "--json"];
        if (StateDirectory is not null)
            arguments.AddRange(["--state", GetUnresolvedProviderPathFromPSPath(StateDirectory)]);
        if (Pipe is not null)
            arguments.AddRange(["--socket", Pipe]);
        WriteVerbose($"{_program!.Path} {CommandLineText.Of(arguments)}");
        try
        {
            var run = _program.Run(arguments);
            if (!run.Answered)
            {
                WriteError(Errors.Of(run, about));
                return null;
            }
            foreach (var line in run.Said)
                WriteWarning(line);
            return (run, Answer.Read<T>(run.Output));
        }
        catch (SerializationException e)
        {
            WriteError(Errors.NotUnderstood(_program.Path, e));
        }
        catch (Win32Exception e)
        {
            WriteError(Errors.NotStarted(_program.Path, e));
        }
        return null;
    }

    /// <summary>
    /// What the installer registered with Windows (App Paths); read by PowerShell's own provider, because .NET Standard has no registry.
    /// </summary>
    private string? Registered()
    {
        try
        {
            return InvokeProvider
                    .Property.Get(
                        "Microsoft.PowerShell.Core\\Registry::HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App "
                            + "Paths\\iwtune.exe",
                        ["(default)"]
                    )
                    .FirstOrDefault()
                    ?.Properties["(default)"]
                    ?.Value as string;
        }
        catch (Exception e)
            when (e is RuntimeException or ProviderInvocationException or UnauthorizedAccessException or NotSupportedException)
        {
            return null; // no such key, or no registry at all on Linux
        }
    }
}
