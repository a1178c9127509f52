namespace IwTune.Server.Features.Identity;

/// <summary>Which accounts may sign in with name and password.</summary>
public enum LocalSignIn
{
    /// <summary>Every local account.</summary>
    On,

    /// <summary>Only accounts that are marked for the day the provider is down.</summary>
    BreakGlass,

    /// <summary>None.</summary>
    Off,
}
