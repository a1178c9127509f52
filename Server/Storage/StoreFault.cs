namespace IwTune.Server.Storage;

/// <summary>Why a store refused, by what can be done about it.</summary>
/// <param name="WayOut">What to do, for an operator; a sentence.</param>
/// <param name="Lost">The connection is gone: another one may do.</param>
/// <param name="Collided">Another transaction conflicted: a retry may succeed.</param>
/// <param name="OfTheCall">The fault is in what this call holds: another one may well be stored.</param>
internal sealed record StoreFault(string WayOut, bool Lost = false, bool Collided = false, bool OfTheCall = false);
