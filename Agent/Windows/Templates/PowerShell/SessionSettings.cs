using System.Management.Automation.Runspaces;
using Microsoft.PowerShell;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>What a runspace starts with.</summary>
internal static class SessionSettings
{
    public static InitialSessionState For(string module)
    {
        var state = InitialSessionState.CreateDefault2();
        // The module is a script by its form. Without a configured policy Windows uses Restricted, which would not load it
        // (PowerShell#13096).
        state.ExecutionPolicy = ExecutionPolicy.Bypass;
        // Commands come from the one module below, not from the search path of LocalSystem.
        state.Variables.Add(new SessionStateVariableEntry("PSModuleAutoLoadingPreference", "None", "Only what was imported"));
        state.ImportPSModule([module]);
        state.ThrowOnRunspaceOpenError = true;
        return state;
    }
}
