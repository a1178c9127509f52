namespace IwTune.Server.Storage;

/// <summary>
/// A transaction of <see cref="WriteLane.Hosts"/> reached data with an order among all hosts: it is run again as <see
/// cref="WriteLane.Ordered"/>.
/// </summary>
internal sealed class OutOfOrderException : Exception;
