namespace IwTune.Server.Features.Identity;

/// <summary>Who may sign in with name and password.</summary>
public enum LocalSignIn
{
    /// <summary>Every local account.</summary>
    On,

    /// <summary>Only accounts that are marked for the day the provider is down.</summary>
    BreakGlass,

    /// <summary>Nobody.</summary>
    Off,
}
