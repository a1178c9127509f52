namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>An authenticator app's key as stored: encrypted, since it must be read again.</summary>
internal sealed class FactorRow
{
    public string Name { get; init; } = "";
    public string Sealed { get; init; } = "";
    public long MadeAt { get; init; }

    /// <summary>When the first code fitted; before that it protects nothing.</summary>
    public long? ConfirmedAt { get; init; }

    /// <summary>The last step a code was taken of.</summary>
    public long LastStep { get; init; }
}
