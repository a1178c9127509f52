using System.Globalization;
using IwTune.Calibration;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
return new CalibrateCommand().Parse(args).Invoke();
