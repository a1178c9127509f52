using System.Collections;
using System.Management.Automation;
using System.Management.Automation.Runspaces;
using IwTune.Lab;
using Shell = System.Management.Automation.PowerShell;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>PowerShell 7 with the module as it is built, at a person's console.</summary>
internal sealed class ModuleSession : IDisposable
{
    private readonly Runspace _runspace;

    /// <param name="console"><see langword="null"/> for a session without one, as in a job.</param>
    public ModuleSession(Console? console)
    {
        var state = InitialSessionState.CreateDefault2();
        state.ImportPSModule([Manifest]);
        state.ThrowOnRunspaceOpenError = true;
        _runspace = console is null ? RunspaceFactory.CreateRunspace(state) : RunspaceFactory.CreateRunspace(console, state);
        _runspace.Open();
    }

    public static string Manifest { get; } = Binaries.Built("IwTune.PowerShell", "IwTune.psd1");

    /// <summary>Runs one command.</summary>
    /// <param name="input">What is piped to it.</param>
    public Ran Run(string command, IEnumerable? input, params (string Name, object? Value)[] parameters)
    {
        using var shell = New(command, parameters);
        return Ran.Of(shell, shell.Invoke(input));
    }

    public Ran Run(string command, params (string Name, object? Value)[] parameters) => Run(command, null, parameters);

    /// <summary>Runs text as a person types it; what it gives is written to the console.</summary>
    public Ran Type(string line)
    {
        using var shell = Shell.Create(_runspace);
        shell.AddScript(line).AddCommand("Out-Default");
        return Ran.Of(shell, shell.Invoke());
    }

    /// <summary>A command that was not started.</summary>
    public Shell New(string command, params (string Name, object? Value)[] parameters)
    {
        var shell = Shell.Create(_runspace);
        shell.AddCommand(command);
        foreach (var (name, value) in parameters)
            shell.AddParameter(name, value);
        return shell;
    }

    /// <summary>What the tabulator key offers at the end of a line.</summary>
    public IReadOnlyList<string> Completed(string line) =>
        [
            .. Run("TabExpansion2", ("inputScript", line), ("cursorColumn", line.Length))
                .Objects.Cast<CommandCompletion>()
                .SelectMany(completion => completion.CompletionMatches)
                .Select(match => match.CompletionText),
        ];

    public void Dispose() => _runspace.Dispose();
}

/// <summary>What a command gave.</summary>
internal sealed record Ran(IReadOnlyList<object> Objects, IReadOnlyList<ErrorRecord> Errors, IReadOnlyList<string> Warnings)
{
    public IReadOnlyList<string> ErrorIds => [.. Errors.Select(error => error.FullyQualifiedErrorId)];

    public static Ran Of(Shell shell, IEnumerable<PSObject> objects) =>
        new(
            [.. objects.Select(one => one.BaseObject)],
            [.. shell.Streams.Error],
            [.. shell.Streams.Warning.Select(warning => warning.Message)]
        );
}
