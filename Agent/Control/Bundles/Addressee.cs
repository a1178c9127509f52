namespace IwTune.Agent.Control.Bundles;

/// <summary>The names that a bundle must have for this host to accept it.</summary>
/// <param name="Host">As in <see cref="Identity.HostId"/>.</param>
/// <param name="Fleet">As in <see cref="Shared.Wire.Trust.Fleet"/>.</param>
public sealed record Addressee(string Host, string Fleet);
