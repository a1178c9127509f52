namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>Commands with the parameters that all of them get: an error ends them, and they ask no question.</summary>
internal static class CmdletCommand
{
    /// <param name="name">Get- and the rest.</param>
    /// <param name="parameters">Typed as the cmdlet declares them.</param>
    public static PowerShellCommand With(string name, params IEnumerable<(string Name, object Value)> parameters)
    {
        var all = new Dictionary<string, object>(StringComparer.OrdinalIgnoreCase) { ["ErrorAction"] = "Stop" };
        if (!name.StartsWith("Get-", StringComparison.Ordinal))
            all["Confirm"] = false;
        foreach (var (parameter, value) in parameters)
            all.Add(parameter, value);
        return new(name, all);
    }
}
