namespace IwTune.Agent.Control.Bundles;

/// <summary>Whom a bundle must name for this host to take it.</summary>
/// <param name="Host">As in <see cref="Identity.HostId"/>.</param>
/// <param name="Fleet">As in <see cref="Shared.Wire.Trust.Fleet"/>.</param>
public sealed record Addressee(string Host, string Fleet);
