using System.Management.Automation.Runspaces;
using Microsoft.PowerShell;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>What a runspace starts with.</summary>
internal static class SessionSettings
{
    /// <param name="module">The module's manifest, by its full path.</param>
    public static InitialSessionState For(string module)
    {
        var state = WithoutPolicy(module);
        // The module is a script by its form. Without a configured policy Windows uses Restricted, which would not load it
        // (PowerShell#13096).
        state.ExecutionPolicy = ExecutionPolicy.Bypass;
        return state;
    }

    /// <summary>The same without an execution policy: the engine refuses to open a runspace with one on another system.</summary>
    public static InitialSessionState WithoutPolicy(string module)
    {
        var state = InitialSessionState.CreateDefault2();
        // Commands come from the one module below, not from the search path of LocalSystem.
        state.Variables.Add(new SessionStateVariableEntry("PSModuleAutoLoadingPreference", "None", "Only what was imported"));
        state.ImportPSModule([module]);
        state.ThrowOnRunspaceOpenError = true;
        return state;
    }
}
