using IwTune.Chaos.Schedules;

namespace IwTune.Chaos.Running;

/// <summary>An operation that was tried.</summary>
/// <param name="Id">Its unique id, which a publication has as its reason.</param>
/// <param name="Step">In which step.</param>
/// <param name="Operation">What.</param>
/// <param name="Ok">True when the program said that it is done; false when it may be done or not.</param>
/// <param name="Said">The output of the program.</param>
internal sealed record Happened(string Id, int Step, Operation Operation, bool Ok, string Said);
