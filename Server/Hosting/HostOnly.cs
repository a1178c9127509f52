namespace IwTune.Server.Hosting;

/// <summary>Marks a call that an enrolled host makes with its own secret.</summary>
/// <param name="KnownFirst">True where the body is read before the call's own code runs: a stranger is refused before that.</param>
internal sealed record HostOnly(bool KnownFirst = false);
