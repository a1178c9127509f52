namespace IwTune.Server.Storage;

/// <summary>
/// A transaction of <see cref="Lane.Hosts"/> came to something that has an order among all: it is run again as <see cref="Lane.Ordered"/>.
/// </summary>
internal sealed class OutOfOrderException : Exception;
