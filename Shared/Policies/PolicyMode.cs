namespace IwTune.Shared.Policies;

/// <summary>What an agent does about a difference.</summary>
public enum PolicyMode
{
    /// <summary>Make the host what the policy says.</summary>
    Enforce,

    /// <summary>Report the difference and change nothing.</summary>
    Audit,
}
