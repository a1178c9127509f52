namespace IwTune.Lab.Databases;

/// <summary>How a PostgreSQL of a test is reached over the network.</summary>
/// <param name="Port">On the loopback.</param>
/// <param name="Certificate">PEM.</param>
/// <param name="Key">PEM.</param>
internal sealed record PostgresTls(int Port, string Certificate, string Key);
