namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>What an account has besides its password.</summary>
/// <param name="App">An authenticator app is set up.</param>
/// <param name="Codes">Recovery codes left.</param>
public sealed record FactorState(bool App, int Codes);
