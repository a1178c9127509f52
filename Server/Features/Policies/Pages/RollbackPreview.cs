namespace IwTune.Server.Features.Policies.Pages;

/// <summary>What a rollback would do.</summary>
/// <param name="Nothing">True when hosts must have this content already.</param>
/// <param name="Hosts">Hosts that would have to have it, without held ones.</param>
/// <param name="Held">Held hosts that would get it otherwise.</param>
/// <param name="Half">How many hosts change, when that is more than half of the fleet and must be typed.</param>
internal sealed record RollbackPreview(bool Nothing, int Hosts, int Held, int? Half);
