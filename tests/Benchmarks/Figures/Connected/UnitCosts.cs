namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>What the operations of a connected fleet cost, measured with a part of it, seconds.</summary>
/// <param name="CheckIn">Of server and database, for a check-in without news.</param>
/// <param name="Bundle">Of server and database, for a bundle and the check-in after it.</param>
/// <param name="Host">Of the hosts' process for a bundle; none where hosts have processors of their own.</param>
/// <param name="First">From the request to publish until the first host has the bundle.</param>
internal sealed record UnitCosts(double CheckIn, double Bundle, double Host, double First);
